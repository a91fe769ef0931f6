// Riichi matches by majiang-core's own engine: first played by dice and written down reply by reply, then replayed from that.
// node majiang.js FOLDER MATCHES PASSES prints one line of JSON: rounds, moves and the CPU seconds of the fastest pass.
import { createRequire } from "node:module";

const [folder, matches, passes] = process.argv.slice(2);
const Majiang = createRequire(`${folder}/`)("@kobalab/majiang-core");

let state = 1;
Math.random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648; // the walls are the same at every run

class Dice {
  constructor(id, game, chance, replies) {
    Object.assign(this, { id, game, chance, replies });
  }
  action(message, answer) {
    if (!answer) return;
    const reply = this.choose(message);
    this.replies.push(reply);
    answer(reply);
  }
  choose(message) {
    const game = this.game(),
      seat = game._model.player_id.indexOf(this.id);
    const said = message.zimo || message.gangzimo || message.dapai || message.fulou;
    if (!said) return {};
    const own = said.l === seat;
    if (message.dapai && !own && game.allow_hule(seat)) return { hule: "-" };
    if (own && !message.dapai) {
      if (!message.fulou && game.allow_hule()) return { hule: "-" };
      const tiles = game.get_dapai();
      return tiles && tiles.length ? { dapai: tiles[Math.floor(this.chance() * tiles.length)] } : {};
    }
    if (message.dapai && !own) {
      const melds = [...game.get_peng_mianzi(seat), ...game.get_chi_mianzi(seat)];
      if (melds.length && this.chance() < 0.3) return { fulou: melds[Math.floor(this.chance() * melds.length)] };
    }
    return {};
  }
}

class Recorded {
  constructor(replies) {
    this.replies = replies;
    this.at = 0;
  }
  action(message, answer) {
    if (answer) answer(this.replies[this.at++]);
  }
}

function played(seed, players) {
  state = seed;
  return new Majiang.Game(players, () => {}, Majiang.rule()).do_sync();
}

function recorded(seed) {
  let game,
    dice = seed * 7919;
  const chance = () => (dice = (dice * 1103515245 + 12345) % 2147483648) / 2147483648;
  const replies = [[], [], [], []];
  const players = replies.map((said, id) => new Dice(id, () => game, chance, said));
  state = seed;
  game = new Majiang.Game(players, () => {}, Majiang.rule());
  game.do_sync();
  return { seed, replies, log: JSON.stringify(game._paipu.log), rounds: game._paipu.log };
}

const records = Array.from({ length: Number(matches) }, (_, seed) => recorded(seed + 1));
let best = Infinity;
for (let pass = 0; pass < Number(passes); pass++) {
  const start = process.cpuUsage();
  const games = records.map(({ seed, replies }) =>
    played(
      seed,
      replies.map((said) => new Recorded(said)),
    ),
  );
  const { user, system } = process.cpuUsage(start);
  best = Math.min(best, (user + system) / 1e6);
  games.forEach((game, index) => {
    if (JSON.stringify(game._paipu.log) !== records[index].log)
      throw new Error("the replay is another match than was recorded");
  });
}
const rounds = records.flatMap((record) => record.rounds);
console.log(
  JSON.stringify({ rounds: rounds.length, moves: rounds.reduce((sum, round) => sum + round.length, 0), seconds: best }),
);
