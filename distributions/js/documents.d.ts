// Made of the JSON Schemas by `make types`; not to be changed by hand.

/**
 * Text of one line.
 */
export type Line = string;
/**
 * A seat's letter; a game names its own.
 */
export type Seat = string;
/**
 * Tiles (123m55p7z) or cards (334TJxX, a suit behind a card: 3h3d); ? for a tile that was not seen, or for a whole hand.
 */
export type Pieces = string;
/**
 * The seat, then what it does: E+5p draws, E-9s discards, A:7772x plays a set, S.chi:34p E.gong>A:X2 S.hu:16 call out, S?peng would.
 */
export type Move = string;
/**
 * What the referee says of one match: a pure function of the record, the rules and the engine's version. The codes of findings, fans, outcomes and reasons are those of the game's rulebook.
 */
export type Verdict = {
  /**
   * The version of this structure.
   */
  verdict: 1;
  /**
   * The id of the game; null where the record could not be read.
   */
  game: string | null;
  rules: Rules | null;
  /**
   * What one unit is worth.
   */
  base: number | null;
  /**
   * The version of the engine.
   */
  engine: string;
  /**
   * The SHA-256 of the record's canonical text, or of the text that could not be read.
   */
  record_sha256: string;
  /**
   * `unreadable` where the text is no record, or past a limit.
   */
  status: "clean" | "flagged" | "unreadable";
  /**
   * What is said of the match as a whole.
   */
  findings: Finding[];
  /**
   * Findings beyond those that are listed, counted by their codes; there only where something was counted.
   */
  more?: {
    [k: string]: number | undefined;
  };
  rounds: RoundVerdict[];
  totals: Figures;
};
/**
 * A word for programs; a game's rulebook says what it means.
 */
export type Code = string;
/**
 * A clause of a rulebook: MJ-2.2.
 */
export type Clause = string;
/**
 * Which move of the round, counted from 1; 0 is the deal or the header.
 */
export type MoveNumber = number;
/**
 * A seat, a side by the letters of its seats, or BANK.
 */
export type Party = string;
/**
 * What is said of one round. A game of places has keys of its own instead of wins, kongs and ledger.
 */
export type RoundVerdict = {
  round: number;
  /**
   * `halted`: it could not be refereed to its end, and has no computed scores.
   */
  status: "clean" | "flagged" | "halted";
  /**
   * How it ended: win, drawn, void, abandoned, unfinished, unknown, or a word of the game's.
   */
  outcome: Code;
  dealer: Seat | null;
  /**
   * Null where no clause says.
   */
  next_dealer: Seat | null;
  findings: Finding[];
  /**
   * Findings beyond those that are listed, counted by their codes; there only where something was counted.
   */
  more?: {
    [k: string]: number | undefined;
  };
  wins?: Win[];
  kongs?: Kong[];
  /**
   * Every transfer; the computed scores are their sums.
   */
  ledger?: Transfer[];
  /**
   * The seats, first to last; null for a place that is not known.
   */
  places?: (Seat | null)[] | null;
  /**
   * The seats that opened.
   */
  opened?: Seat[] | null;
  /**
   * The tribute due at the start of the next round, in the order in which it is paid.
   */
  owed?: Owed[] | null;
  /**
   * The seats that have played cards never dealt.
   */
  offenders?: Seat[];
  /**
   * There in halted rounds: wins, kongs and ledger, or what stands in their place, are those up to the halt.
   */
  partial?: true;
  scores: Figures;
  checked: Checked;
  /**
   * The arbiter's rulings that were carried out.
   *
   * @minItems 1
   */
  penalties?: [RoundPenalty, ...RoundPenalty[]];
  [k: string]: unknown | undefined;
};
/**
 * A round of a record of which only the results were written down: a score sheet, or its scores alone. A game may have tags of its own.
 */
export type Sheet = Round & {
  tags: SheetTags;
  [k: string]: unknown | undefined;
};

export interface Documents {
  "record-1.json"?: Record;
  "results-4.json"?: Results;
  "sheet-1.json"?: Sheet;
  "verdict-1.json"?: Verdict;
}
/**
 * A record of play (PPN/1) in its JSON form, as programs write it: `referee convert --to json`. The reader also takes the Chinese spellings of the notation.
 */
export interface Record {
  /**
   * The edition of the notation.
   */
  ppn: 1;
  /**
   * The id of the game.
   */
  game: string;
  /**
   * A preset of the game, then options as name=value; left out, the usual rules hold.
   */
  rules?: string;
  /**
   * What one unit is worth; scores are in points, that is in units times this.
   */
  base?: number;
  /**
   * Tags of the match that have no key of their own: Event, Site, Date (2026.11.19), Table, Stage, Recorder, Source, and others as you like.
   */
  tags?: {
    [k: string]: Line | undefined;
  };
  /**
   * The names of the players.
   */
  seats?: Names;
  /**
   * The final scores that were agreed on.
   */
  totals?: Scores;
  /**
   * What was said before the first round.
   */
  comment?: string;
  /**
   * @maxItems 500
   */
  rounds: Round[];
}
export interface Names {
  [k: string]: Line | undefined;
}
/**
 * Points of every seat, or of every side by the letters of its seats (ACE).
 */
export interface Scores {
  [k: string]: number | undefined;
}
/**
 * A round: its header, and its moves in their order. What was not written down is left out, what nobody saw is `?`.
 */
export interface Round {
  /**
   * Its number; never less than that of the round before.
   */
  round: number;
  /**
   * Who deals, in mahjong.
   */
  dealer?: Seat;
  /**
   * Who takes the first card, in Gouji.
   */
  leader?: Seat;
  /**
   * The faces of the dice.
   */
  dice?: string;
  /**
   * Where the wall was broken.
   */
  break?: Line;
  /**
   * The draw for the lead.
   */
  draw?: Line;
  /**
   * The tiles left after the deal, one by one, from the front of the wall to its end.
   */
  wall?: string;
  /**
   * The dealt hands.
   */
  hands?: {
    [k: string]: Pieces | undefined;
  };
  /**
   * Who sits there in this round, where it is not as in the match.
   */
  sits?: Names;
  /**
   * The round's scores as agreed.
   */
  scores?: Scores;
  /**
   * The places in Gouji, first to last; ? for one that was not noted.
   */
  places?: string;
  /**
   * When it began (ISO 8601).
   */
  start?: Line;
  /**
   * When it ended (ISO 8601).
   */
  end?: Line;
  /**
   * Tags of the round that have no key of their own: Exchange, Daluo, Kind, those of a score sheet, and others as you like.
   */
  tags?: {
    [k: string]: Line | undefined;
  };
  /**
   * @maxItems 2000
   */
  moves?: Move[];
  /**
   * What was said behind a move, by its number; 0 is before the first.
   */
  comments?: {
    [k: string]: string | undefined;
  };
}
/**
 * The published results of an event (versions 1 to 4): its records, verdicts, rulings and standings, with a hash and a signature.
 */
export interface Results {
  document: ResultsDocument;
  hash: string;
  signature: {
    algorithm: "ed25519";
    fingerprint: string;
    key: string;
    value: string;
  };
}
export interface ResultsDocument {
  results: number;
  number: number;
  previous: string | null;
  published: {
    at: string;
    by: string;
  };
  engine: string;
  rulebooks: {
    [k: string]: string | undefined;
  };
  event: {
    id: string;
    name: string;
    club: {
      name: string;
      slug: string;
    };
    game: string;
    tag: string;
    starts: string;
    ends: string;
  };
  stages: Stage[];
  entrants: Entrant[];
  tables: EventTable[];
  matches: PublishedMatch[];
  rulings: Ruling[];
  standings: {
    provisional: boolean;
    undecided: unknown[];
    rows: unknown[];
    out?: string[];
  };
  open: unknown[];
  forced: string | null;
  taken_out?: {
    ruling: Ruling;
    record_sha256: string;
    remark: {
      [k: string]: string | undefined;
    };
  }[];
  teams?: unknown[];
  log?: {
    head: string;
  };
  penalties?: {
    count: boolean;
    given: EventPenalty[];
  };
  appeals?: Appeal[];
}
export interface Stage {
  number: number;
  name: string;
  tag: string;
  points: "score" | "placement";
  placement: string[];
  carry: string;
  cut: boolean;
  tie_breaks: string[];
}
export interface Entrant {
  name: string;
  team: string;
  spellings: string[];
}
export interface EventTable {
  stage: number;
  round: number;
  table: string;
  match: string | null;
  seated: {
    [k: string]: string | undefined;
  } | null;
}
export interface PublishedMatch {
  id: string;
  form: "ppn" | "json";
  first_line: number;
  text: string;
  record_sha256: string;
  verdict: Verdict | null;
  verdict_sha256: string | null;
}
/**
 * The rules that were played by: the preset, and every option as it was resolved.
 */
export interface Rules {
  preset: string;
  options: {
    [k: string]: boolean | number | string | null | undefined;
  };
}
/**
 * One fault: where it is, what is wrong, and the clause that says so. Round 0 is the match, move 0 the deal or the header.
 */
export interface Finding {
  code: Code;
  /**
   * `illegal`: a player broke a rule; `score`: the claimed settlement is wrong; `record`: the record contradicts itself or cannot be read; `note`.
   */
  severity: "record" | "illegal" | "score" | "note";
  clause: Clause;
  round: number;
  move: MoveNumber;
  seat: Party | null;
  /**
   * The move as it stands in the record.
   */
  token: string | null;
  /**
   * The place in the text, counted from 1; null for records that came as JSON.
   */
  line: number | null;
  column: number | null;
  /**
   * The place in the file that the match was converted from; there only where it was converted. `line` and `column` are those of the record that it became, or of the file where nothing was converted.
   */
  source_place?: SourcePlace;
  message: Text;
  /**
   * The seats and figures of the message, by which it can be worded again; not there in verdicts of engines before 0.3.0.
   */
  data?: {
    [k: string]: unknown | undefined;
  };
  /**
   * What it should be, where there are two figures.
   */
  expected: {
    [k: string]: unknown | undefined;
  };
  /**
   * What it is.
   */
  actual: {
    [k: string]: unknown | undefined;
  };
  /**
   * What the rules impose for it.
   */
  penalty: Code | null;
}
/**
 * A place in a file of another program: a `line`, the `cell` of a spreadsheet, the `path` to a value of JSON.
 */
export interface SourcePlace {
  kind: "line" | "cell" | "path";
  /**
   * As users of the format write it: `14`, `Sheet1!C5`, `hands[0].replay.frames[3]`.
   */
  name: string;
  text: Text;
}
/**
 * A text in Traditional Chinese and English; in Simplified Chinese too where the reader asked for it.
 */
export interface Text {
  zh: string;
  en: string;
  "zh-Hans"?: string;
}
/**
 * A win.
 */
export interface Win {
  seat: Seat;
  /**
   * Who gave the tile; null where it was drawn.
   */
  from: Seat | null;
  by: "discard" | "draw" | "rob";
  tile: Pieces | null;
  move: MoveNumber;
  /**
   * In the game's own unit; null where unseen tiles keep it from being computed.
   */
  value: number | null;
  fans: Fan[];
}
/**
 * A fan of a win: its code, its Chinese name, its value in the game's own unit.
 */
export interface Fan {
  code: Code;
  name: string;
  value: number;
  clause: Clause;
}
/**
 * A kong that stood; the multiplier is that of its fee.
 */
export interface Kong {
  seat: Seat;
  kind: "direct" | "concealed" | "added";
  tile: Pieces;
  move: MoveNumber;
  multiplier: number;
}
/**
 * A line of the ledger: points, the base in them, from a payer to a payee.
 */
export interface Transfer {
  from: Party;
  to: Party;
  points: number;
  reason: Code;
  clause: Clause;
  move: MoveNumber;
}
/**
 * Tribute that is due.
 */
export interface Owed {
  from: Seat;
  to: Seat;
  count: number;
  reason: Code;
}
/**
 * The computed figures beside the claimed ones; null where there are none.
 */
export interface Figures {
  computed: Scores | null;
  claimed: Scores | null;
}
/**
 * What the record allowed to check. A game may name more.
 */
export interface Checked {
  /**
   * All hands were there.
   */
  hands?: boolean;
  /**
   * The whole wall was there.
   */
  wall?: boolean;
  /**
   * The tribute owed was known.
   */
  tribute?: boolean;
  /**
   * The kind of score sheet that the round was.
   */
  kind?: "sheet" | "scores";
  /**
   * What was taken on the sheet's word.
   */
  unchecked?: Unchecked[];
  /**
   * The clauses that the table does not have refereed and on which something in the round rests: findings of them are notes; fans, lines of the ledger and scores that rest on them are neither right nor wrong.
   *
   * @minItems 1
   */
  unrefereed?: [Clause, ...Clause[]];
  /**
   * The moves by which something was paid that the table agreed on among itself: in the scores, and not refereed.
   *
   * @minItems 1
   */
  agreed?: [MoveNumber, ...MoveNumber[]];
  [k: string]: unknown | undefined;
}
/**
 * Something that was taken on a sheet's word; seat null and move 0 where it is the round's.
 */
export interface Unchecked {
  what: Code;
  seat: Party | null;
  move: MoveNumber;
}
/**
 * An arbiter's ruling as the record has it.
 */
export interface RoundPenalty {
  move: MoveNumber;
  seat: Seat;
  penalty: Code;
}
export interface Ruling {
  number: number;
  match: string;
  round: number;
  move: number;
  seat: string;
  code: string;
  clause: string;
  nth: number;
  decision: "upheld" | "overruled" | "corrected";
  scores: {
    [k: string]: number | undefined;
  } | null;
  reason: string;
  arbiter: string;
  at: string;
}
export interface EventPenalty {
  number: number;
  stage: number;
  round: number;
  table: string;
  entrant: string;
  seat: string;
  cancels: number | null;
  grade: string;
  name: {
    [k: string]: string | undefined;
  };
  effect: "none" | "round" | "points" | "placement" | "award" | "match-lost" | "stage-void" | "out";
  amount: string | null;
  offence: string;
  said: {
    [k: string]: string | undefined;
  };
  reason: string;
  clause: string;
  deal: number;
  move: number;
  finding: FindingPlace | null;
  arbiter: string;
  at: string;
}
export interface FindingPlace {
  round: number;
  move: number;
  seat: string;
  code: string;
  clause: string;
  nth: number;
}
export interface Appeal {
  number: number;
  stage: number;
  round: number;
  table: string;
  match: string | null;
  seat: string;
  player: string;
  against: "finding" | "ruling" | "penalty";
  finding: FindingPlace | null;
  of: number | null;
  text: string;
  at: string;
  answer: {
    outcome: "upheld" | "dismissed";
    reason: string;
    ruling: number | null;
    arbiter: string;
    at: string;
  } | null;
}
export interface SheetTags {
  /**
   * `sheet` tells what came of the round, `scores` its scores alone.
   */
  Kind: "sheet" | "scores";
  /**
   * How many tiles the wall had left at the win.
   */
  Left?: string;
  /**
   * Who opened, in Gouji: A C; - for nobody, a last ? where others may have.
   */
  Opened?: string;
  /**
   * Who muffled whom, in Gouji, in the order in which it happened: C>F ?>E.
   */
  Muffled?: string;
  /**
   * The concealed tiles that were shown at the end; ? for one that was not, or for the hand.
   *
   * This interface was referenced by `SheetTags`'s JSON-Schema definition
   * via the `patternProperty` "^Shown\.[A-Z]$".
   *
   * Melds that no move names: chi:345p peng:555p.
   *
   * This interface was referenced by `SheetTags`'s JSON-Schema definition
   * via the `patternProperty` "^Melds\.[A-Z]$".
   *
   * Circumstances of the seat's win: gangshanghua haidi; where winners stay in those of each win in turn: gangshanghua / - / haidi.
   *
   * This interface was referenced by `SheetTags`'s JSON-Schema definition
   * via the `patternProperty` "^Flags\.[A-Z]$".
   *
   * Whether the seat was ready at the end: 4 (for that much), no, pig, or ?.
   *
   * This interface was referenced by `SheetTags`'s JSON-Schema definition
   * via the `patternProperty` "^Ready\.[A-Z]$".
   *
   * How many times the usual fee each kong of the seat is paid, in the order of the moves: 1 2.
   *
   * This interface was referenced by `SheetTags`'s JSON-Schema definition
   * via the `patternProperty` "^Kongs\.[A-Z]$".
   *
   * How many ghosts the seat held.
   *
   * This interface was referenced by `SheetTags`'s JSON-Schema definition
   * via the `patternProperty` "^Ghosts\.[A-Z]$".
   */
  [k: string]: string | "sheet" | "scores" | undefined;
}
