// `npm test`: installs what is missing, runs every stage even after one has failed, and prints the results. `npm test
// -- unit` runs one stage, with those it needs. Plain JavaScript without packages at first.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkNode, fail, install } from "../server/install.mjs";
import { chromium } from "./chromium.mjs";
import { countOf, inWords, sum } from "./count.mjs";
import { stages } from "./stages.mjs";

/** @typedef {import("./stages.mjs").Stage} Stage */
/** @typedef {{ stage: Stage, ok: boolean, seconds: number, count: import("./count.mjs").Count, note?: string }} Outcome */

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const say = (/** @type {string} */ text) => console.log(text);

/**
 * Runs `node` with these arguments; shows its output, and keeps it where it writes no report. @param {string[]} command
 * @param {Stage} stage @param {NodeJS.ProcessEnv} environment
 */
const run = (command, stage, environment) =>
  new Promise((/** @type {(done: { ok: boolean, output: string }) => void} */ resolve) => {
    const reports = stage.kind === "vitest" || stage.kind === "playwright";
    const child = spawn(process.execPath, command, {
      env: environment,
      stdio: reports ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const show = (/** @type {Buffer} */ chunk) => {
      output += String(chunk);
      process.stdout.write(chunk);
    };
    child.stdout?.on("data", show);
    child.stderr?.on("data", show);
    child.on("error", (error) => resolve({ ok: false, output: String(error) }));
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });

/** @param {Stage} stage @param {NodeJS.ProcessEnv} environment @returns {Promise<Outcome>} */
async function runStage(stage, environment) {
  say(`\n── ${stage.title}`);
  rmSync(stage.report, { force: true });
  const begun = Date.now();
  const { ok, output } = await run(stage.command, stage, { ...environment, ...stage.env });
  const seconds = (Date.now() - begun) / 1000;
  if (stage.kind === "check" || stage.kind === "step")
    writeFileSync(stage.report, `${JSON.stringify({ stage: stage.name, ok, seconds, output }, null, 2)}\n`);
  return { stage, ok, seconds, count: countOf(stage.kind, stage.report, ok) };
}

/** The stages to run, in order: all, or one and what it needs. @param {string | undefined} only */
function chosen(only) {
  if (only === undefined) return stages;
  const stage = stages.find(({ name }) => name === only);
  if (!stage) return fail(`There is no stage "${only}". There are: ${stages.map(({ name }) => name).join(", ")}.`);
  return stages.filter(({ name }) => name === only || stage.needs?.includes(name));
}

/** @param {Outcome[]} outcomes */
function table(outcomes) {
  const width = Math.max(...stages.map(({ title }) => title.length)) + 2;
  for (const { stage, ok, seconds, count, note } of outcomes) {
    const came = stage.kind === "step" ? (ok ? "done" : "failed") : inWords(count);
    say(
      `${ok && count.failed === 0 ? "✓" : "✗"} ${stage.title.padEnd(width)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${note ?? came}`,
    );
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
/** @type {Outcome[]} */
const outcomes = [];
for (const stage of wanted) {
  const lacking = outcomes.find((outcome) => !outcome.ok && stage.needs?.includes(outcome.stage.name));
  const note = lacking
    ? `not run: the stage "${lacking.stage.name}" failed`
    : stage.browser && browser && "sentence" in browser
      ? browser.sentence
      : undefined;
  outcomes.push(
    note === undefined
      ? await runStage(stage, environment)
      : { stage, ok: false, seconds: 0, count: { passed: 0, failed: 1, skipped: 0 }, note },
  );
}

const total = sum(outcomes.map(({ count }) => count));
say("");
table(outcomes);
writeFileSync(".reports/summary.txt", `${inWords(total)}\n`);
say(`\n${inWords(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
