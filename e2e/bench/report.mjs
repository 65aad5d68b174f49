// The figures as a table and as JSON, each target met or missed.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";

const whole = (number) => Math.round(number).toLocaleString("en-GB");
const exact = (number, digits = 1) => number.toFixed(digits);

const ratioLine = (name, { ours, bare, ratio, bytes }, least) => ({
  name: `${name} (${exact(bytes / 1024)} KB)`,
  figure: `${whole(ours)} per CPU s`,
  limit: `${whole(bare)} per CPU s`,
  ratio: exact(ratio, 2),
  ...(least !== undefined && { target: `≥ ${exact(least, 2)}`, met: ratio >= least }),
});

/** The same page under the load of another program. */
const wrkLine = (name, { wrk, bytes }, least) =>
  wrk ? ratioLine(`${name}, by wrk`, { ...wrk, bytes }, least) : line(`${name}, by wrk`, "wrk is not installed");

const createdLine = (name, { perSecond, ratio, bare, perCpu, cpuRatio }, least) => ({
  ...line(
    name,
    `${whole(perSecond)}/s (${whole(perCpu)} per CPU s)`,
    `≥ ${exact(least, 2)}`,
    ratio >= least,
    `${whole(bare)}/s; of CPU ${exact(cpuRatio, 2)}`,
  ),
  ratio: exact(ratio, 2),
});

export const line = (name, figure, target, met, limit = "") => ({
  name,
  figure,
  limit,
  ratio: "",
  ...(target && { target, met }),
});

const atMost = (name, ms, most) => line(name, `${exact(ms)} ms`, `≤ ${most} ms`, ms <= most);

/** The slowest of 20 requests in each of the first ten seconds. */
const firstTenLine = (seconds) => {
  const worst = seconds.reduce((a, b) => (b.ms > a.ms ? b : a));
  return line(
    "Slowest of 20 requests a second, each of the first ten",
    `${seconds.map(({ ms }) => whole(ms)).join(" ")} ms (${worst.path})`,
    "≤ 250 ms",
    worst.ms <= 250,
  );
};

/** CPU of first views, as multiples of the empty page's. */
const firstViewLines = ({ empty, ...kinds }) =>
  Object.entries(kinds).map(([name, { cpuMs, ratio, missing }]) => {
    const most = missing ? 1 : 1.5;
    return {
      ...line(
        missing ? `Not found, ${name}` : `First view, ${name}`,
        `${exact(cpuMs)} ms CPU`,
        `≤ ${exact(most)}`,
        ratio <= most,
        `empty page: ${exact(empty.cpuMs)} ms`,
      ),
      ratio: exact(ratio, 2),
    };
  });

/** On a site of 100,000 posts. */
const manyLines = (many) => [
  atMost("Search of 100,000 posts, a rare word", many.rare, 20),
  atMost("Search, a word in every post", many.common, 60),
  atMost("Other requests while two search, p99", many.othersP99, 50),
  atMost("Page 4,900 of the public list", many.page, 10),
  atMost("Page 5,000 of the dashboard's list", many.adminPage, 10),
  atMost("The dashboard's list by title", many.byTitle, 150),
  atMost("The dashboard's list, searched", many.adminSearch, 150),
  line("Search index of 100,000 posts, made anew", `${exact(many.reindexed)} s`),
];

/** The target of each figure; one that this machine cannot measure is left open. */
export function lines(r) {
  const diskAllows = r.create.commits >= 2000;
  return [
    ratioLine("Post page, kept", r.page, 0.85),
    wrkLine("Post page, kept", r.page, 0.75),
    ratioLine("Home page, kept", r.home, 0.85),
    wrkLine("Home page, kept", r.home, 0.75),
    ratioLine("Content API list, kept", r.contentList, 0.85),
    ratioLine("Admin API list, made anew", r.adminList, 0.6),
    line(
      "Create post, one after the other",
      `${whole(r.create.perSecond)}/s (p99 ${exact(r.create.p99)} ms, ${whole(r.create.perCpu)} per CPU s)`,
      diskAllows ? "≥ 400/s" : "disk too slow to ask",
      diskAllows ? r.create.perSecond >= 400 : null,
      `disk: ${whole(r.create.commits)} commits/s`,
    ),
    createdLine("Create post, against the same statements alone", r.create, 0.25),
    createdLine("First 300 posts after a start, against them", r.firstCreate, 0.12),
    line(
      "Create comment, moderated",
      `${whole(r.comment.perSecond)}/s (p99 ${exact(r.comment.p99)} ms, ${whole(r.comment.perCpu)} per CPU s)`,
      diskAllows ? "≥ 300/s" : "disk too slow to ask",
      diskAllows ? r.comment.perSecond >= 300 : null,
    ),
    line("Post page, first view", `p50 ${exact(r.firstViews.p50)} ms, p99 ${exact(r.firstViews.p99)} ms`),
    ...firstViewLines(r.firstViews.kinds),
    line("First answer after npm start", `${exact(r.start.ms / 1000, 2)} s`, "< 5 s", r.start.ms < 5000),
    firstTenLine(r.start.firstTen),
    line(
      "Memory after load",
      `${whole(r.memory.rss)} MB (most ${whole(r.memory.peak)})`,
      "≤ 256 MB",
      r.memory.rss <= 256,
      `after start: ${whole(r.memory.atStart)} MB`,
    ),
    line(
      "Post page of a 3 KB text, HTML + CSS",
      `${exact(r.weight.html / 1024)} + ${exact(r.weight.css / 1024)} KB`,
      "≤ 12 KB",
      r.weight.html + r.weight.css <= 12 * 1024,
    ),
    line("Framework script on it", `${r.weight.script} bytes`, "0", r.weight.script === 0),
    line(
      "Answers older than a save",
      `${r.stale.wrong} of ${whole(r.stale.reads)} reads, ${whole(r.stale.rounds)} saves`,
      "0",
      r.stale.wrong === 0,
    ),
    line("100 first views at once", `cost ${exact(r.herd.renders)} renders`, "< 3", r.herd.renders < 3),
    ...(r.many ? manyLines(r.many) : []),
  ];
}

const width = (text) => [...text].length;

/** Prints the table; returns whether every target is met. */
export function print(table) {
  const rows = [
    ["", "Broadsheet", "limit", "ratio", "target", ""],
    ...table.map((row) => [
      row.name,
      row.figure,
      row.limit,
      row.ratio,
      row.target ?? "",
      row.target === undefined || row.met === null ? "" : row.met ? "met" : "MISSED",
    ]),
  ];
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => width(row[i]))));
  for (const row of rows)
    console.log(
      row
        .map((cell, i) => cell + " ".repeat(widths[i] - width(cell)))
        .join("  ")
        .trimEnd(),
    );
  return table.every((row) => row.met !== false);
}

export function write(file, figures, table) {
  mkdirSync(dirname(file), { recursive: true });
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  writeFileSync(file, `${JSON.stringify({ time: new Date().toISOString(), machine, table, figures }, null, 2)}\n`);
}
