// `npm test`: installs what is missing, runs every stage even after one has failed, and says what came of it.
// `npm test -- unit` runs one stage, with what it needs; `npm run check` those of every day. Plain JavaScript without packages at first.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkNode, fail, install } from "../server/launcher/install.mjs";
import { chromium } from "./chromium.mjs";
import { countOf, inWords, sum } from "./count.mjs";
import { errorsBeside, failuresOf } from "./failures.mjs";
import { noTimeLeft, notRun, runInOrder } from "./order.mjs";
import { stages } from "./stages.mjs";

/** @typedef {import("./stages.mjs").Stage} Stage */
/** @typedef {import("./order.mjs").Outcome} Outcome */

const TITLES = Math.max(...stages.map(({ title }) => title.length)) + 2;

const started = Date.now();
/** The minutes that all may take, installation included, where the machine gives no more. */
const minutes = Number(process.env.BROADSHEET_TEST_MINUTES ?? Infinity);
/** When a stage must end, in milliseconds since 1970. @param {Stage} stage */
const endOf = ({ until = Infinity }) => started + until * minutes * 60_000;

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const say = (/** @type {string} */ text) => console.log(text);

/**
 * Runs `node` with these arguments. What has a report of its own, and the machine to itself, prints as it goes; of the
 * others it is kept what they print. @param {Stage} stage @param {NodeJS.ProcessEnv} environment
 */
const run = (stage, environment) =>
  new Promise((/** @type {(done: { ok: boolean, output: string }) => void} */ resolve) => {
    const reports = stage.kind === "vitest" || stage.kind === "playwright";
    const child = spawn(process.execPath, stage.command, {
      env: { ...environment, ...stage.env, BROADSHEET_TEST_UNTIL: String(endOf(stage)) },
      stdio: reports ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const keep = (/** @type {Buffer} */ chunk) => {
      output += String(chunk);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("error", (error) => resolve({ ok: false, output: String(error) }));
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });

/** @param {Stage} stage @param {NodeJS.ProcessEnv} environment @returns {Promise<Outcome>} */
async function runStage(stage, environment) {
  const keepsOutput = stage.kind === "check" || stage.kind === "step";
  if (!keepsOutput) say(`\n── ${stage.title}`);
  for (const file of [stage.report, errorsBeside(stage.report)]) rmSync(file, { force: true });
  const begun = Date.now();
  const { ok, output } = await run(stage, environment);
  const seconds = (Date.now() - begun) / 1000;
  if (keepsOutput) {
    writeFileSync(stage.report, `${JSON.stringify({ stage: stage.name, ok, seconds, output }, null, 2)}\n`);
    say(`\n── ${stage.title}\n${output.trimEnd()}`);
  }
  // A run that was ended by its time says so by its exit code, too.
  const isOver = Date.now() >= endOf(stage);
  const count = countOf(stage.kind, stage.report, ok || isOver, isOver);
  return { stage, ok: ok || isOver, seconds, count, ...(isOver && { note: `${inWords(count)}: the time was over` }) };
}

/** The stages to run, in order: all, those of every day, or one and what it needs. @param {string | undefined} only */
function chosen(only) {
  if (only === undefined) return stages.filter(({ daily }) => daily !== "alone");
  if (only === "daily") return stages.filter(({ daily }) => daily);
  const stage = stages.find(({ name }) => name === only);
  if (!stage) return fail(`There is no stage "${only}". There are: ${stages.map(({ name }) => name).join(", ")}.`);
  const wanted = new Set([only]);
  for (const name of wanted)
    for (const each of stages.find((known) => known.name === name)?.needs ?? []) wanted.add(each);
  return stages.filter(({ name }) => wanted.has(name));
}

/** @param {Outcome[]} outcomes */
function table(outcomes) {
  for (const { stage, ok, seconds, count, note } of outcomes) {
    const came = stage.kind === "step" ? (ok ? "done" : "failed") : inWords(count);
    say(
      `${ok && count.failed === 0 ? "✓" : "✗"} ${stage.title.padEnd(TITLES)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${note ?? came}`,
    );
  }
}

/** @param {Outcome[]} outcomes */
function failures(outcomes) {
  for (const { stage, ok, seconds, count } of outcomes) {
    const lines = seconds > 0 ? failuresOf(stage.kind, stage.report, ok && count.failed === 0) : [];
    if (lines.length > 0) say(`\n${stage.title}:\n${lines.join("\n")}`);
  }
}

checkNode();
const wanted = chosen(process.argv[2]);
await install(say);
mkdirSync(".reports", { recursive: true });
rmSync(".reports/summary.txt", { force: true });

const browser = wanted.some((stage) => stage.browser) ? chromium(say) : undefined;
const environment = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: "1",
  ...(browser && "path" in browser && { PLAYWRIGHT_CHROMIUM: browser.path }),
};
const begun = Date.now();
const outcomes = await runInOrder(wanted, async (stage) => {
  if (stage.browser && browser && "sentence" in browser) return notRun(stage, browser.sentence);
  return Date.now() < endOf(stage) ? runStage(stage, environment) : noTimeLeft(stage);
});

const total = sum(outcomes.map(({ count }) => count));
failures(outcomes);
say("");
table(outcomes);
say(`  ${"in all".padEnd(TITLES)} ${`${((Date.now() - begun) / 1000).toFixed(1)} s`.padStart(8)}`);
writeFileSync(".reports/summary.txt", `${inWords(total)}\n`);
say(`\n${inWords(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
