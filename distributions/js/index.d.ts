import type { Code, Clause, Record, Text, Verdict } from "./documents.d.ts";

export type * from "./documents.d.ts";

/** A record's text in PPN or JSON, its bytes, or the record itself. A text may hold any number of matches. */
export type Records = string | ArrayBuffer | ArrayBufferView | Record | Record[];

/** A question about one hand: docs/reference/command-line.md, `referee score`. */
export interface Question {
  game: string;
  rules?: string;
  /** The concealed tiles, without the winning one. */
  hand: string;
  melds?: string[];
  win?: string;
  by?: "draw" | "discard" | "rob";
  flags?: string[];
  dealer?: boolean;
  waits?: boolean;
  readings?: boolean;
}

/** What a hand is worth, why it does not win, or what it waits for. */
export interface Worth {
  wins?: boolean;
  value?: number;
  fans?: { code: Code; value: number; clause: Clause }[];
  reason?: Code;
  waits?: { [tile: string]: number };
  [key: string]: unknown;
}

/** A report on a file of published results. */
export interface Report {
  /** Everything holds, and the key is one of those that were given. */
  holds: boolean;
  /** No problem was found. */
  consistent: boolean;
  problems: { place: string; code: string; message: Text; [key: string]: unknown }[];
  [key: string]: unknown;
}

/** What is thrown for a question that cannot be answered. */
export declare class RefereeError extends Error {
  code: "refused" | "too-costly" | "fault";
  /** The field of the question that is at fault. */
  field: string | null;
  /** Why it was refused, in `zh` and `en`. */
  messages: Text | null;
}

/** An engine: one Python in WebAssembly. It answers at once and blocks meanwhile; in a page it belongs into a worker. */
export declare class Referee {
  private constructor();
  /** The engine's version, which every verdict names. */
  readonly version: string;
  /** The verdicts on all matches, in their order. A text that is no record has a verdict too: `unreadable`. */
  verify(records: Records, options?: { languages?: ("zh" | "en" | "zh-Hans")[]; simplified?: boolean }): Verdict[];
  /** What a hand is worth. Throws a RefereeError for a question that cannot be read. */
  score(question: Question): Worth;
  /** Whether published results hold: one file, or those of an event in their order. `keys`: those that you trust. */
  verifyResults(files: string | Uint8Array | (string | Uint8Array)[], keys?: string[]): Report[];
  /** The answer to any job of the engine's (`frames`, `review`, `draft` …), by the names and options in referee/worker/jobs.py. */
  ask(job: string, options?: object, texts?: Records[]): unknown;
}

/** Start an engine, which takes some seconds. */
export declare function loadReferee(options?: {
  /** Where Pyodide's files lie, with a slash at the end: wanted in pages, where they come from a server; Node finds them. */
  indexURL?: string;
}): Promise<Referee>;
