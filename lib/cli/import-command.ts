import { statSync } from "node:fs";
import type { z } from "zod";
import { system } from "../core/access";
import { makeImportHere } from "../features/moving/imports/claiming";
import { measure } from "../features/moving/imports/opening";
import { runImport, tryImport } from "../features/moving/imports/running";
import { importChoices, type ImportChoices, type ImportReport, sentImport } from "../features/moving/imports/schema";
import { importKinds as kinds, type ImportKind } from "../features/moving/records";
import { recogniseInChild } from "../features/moving/sources/child";
import { type Command, type Given, UsageError } from "./command";
import { commonOptions, importKinds } from "./import-kinds";
import { remainLines, recordLines, stoppedSentence, summaryLines } from "./import-report";
import { INTERRUPTED, STOPPING, untilInterrupted } from "./interrupting";
import { withDatabase } from "./opening";
import type { Output } from "./output";
import { typedPath } from "./typed-path";

function oneOf<T extends string>(given: Given, option: string, values: readonly T[]): T | undefined {
  const text = given.text(option);
  const found = values.find((value) => value === text);
  if (text === undefined || found) return found;
  const last = values.at(-1);
  const words = values.map((value) => `"${value}"`);
  throw new UsageError(`--${option} is ${words.slice(0, -1).join(", ")} or "${last}", not "${text}"`);
}

const sent = sentImport.shape;

/** What an option's text says, in the form in which requests give it, too. */
function written<T>(given: Given, option: string, shape: z.ZodType<T>, form: string): T | undefined {
  const text = given.text(option);
  if (text === undefined) return undefined;
  const parsed = shape.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--${option} is ${form}, several with commas, not "${text}"`);
}

function choicesOf(kind: ImportKind, given: Given): ImportChoices {
  const folder = given.text(kind === "halo" ? "uploads" : "media");
  const choices = {
    path: typedPath(given.positionals[0] ?? ""),
    media: folder === undefined ? undefined : typedPath(folder),
    fetchMedia: given.flag("fetch-media") || undefined,
    fromPrivateNetwork: given.flag("from-private-network") || undefined,
    site: given.text("site"),
    author: given.text("author"),
    as: oneOf(given, "as", ["richtext", "markdown"]),
    members: oneOf(given, "members", ["private", "draft", "publish"]),
    taxonomies: written(given, "taxonomy", sent.taxonomies, "NAME"),
    types: written(given, "type", sent.types, "NAME=post or NAME=sheet"),
    pingbacks: given.flag("pingbacks") || undefined,
    primaryTagAsCategory: given.flag("primary-tag-as-category") || undefined,
    dialect: oneOf(given, "dialect", ["hexo", "hugo", "jekyll", "plain"]),
    authorMap: written(given, "author-map", sent.authorMap, "NAME=USERNAME"),
    slugFrom: oneOf(given, "slug-from", ["file", "title"]),
  };
  const parsed = importChoices.safeParse(
    Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)),
  );
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`--${String(issue?.path[0])}: ${issue?.message ?? "this is not allowed"}`);
}

/** Shows how far an import is: a bar on a terminal, otherwise a line now and then. */
export function progressOn(
  output: Output,
  label: string,
): { onProgress: (done: number, total: number) => void; end: () => void } {
  const EVERY = 1000;
  let [bar, shown, said] = [output.progress("", 0), 0, 0];
  return {
    onProgress: (done, total) => {
      if (shown === 0) bar = output.progress(label, total);
      for (; shown < done; shown += 1) bar.step();
      if (output.hasBar || done - said < EVERY) return;
      said = done - (done % EVERY);
      output.line(`${said.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`);
    },
    end: () => bar.end(),
  };
}

function say(output: Output, report: ImportReport, interrupted: boolean): number {
  for (const line of recordLines(report, report.dryRun || !output.hasBar, output.hasBar)) output.line(line);
  for (const line of remainLines(report)) output.line(line);
  for (const line of summaryLines(report)) output.line(line);
  if (report.error !== null) output.problem(`The import has failed: ${report.error}`);
  if (report.state === "CANCELLED") output.problem(stoppedSentence(report));
  output.result(report);
  if (report.state === "CANCELLED" && interrupted) return INTERRUPTED;
  return report.state === "DONE" && report.summary.failed === 0 ? 0 : 1;
}

async function run(kind: ImportKind, given: Given, output: Output): Promise<number> {
  const dryRun = given.flag("dry-run");
  const choices = choicesOf(kind, given);
  return withDatabase(dryRun ? "read" : "write", async () => {
    if (statSync(choices.path, { throwIfNoEntry: false })) await recogniseInChild(choices.path, kind);
    const progress = progressOn(output, dryRun ? "Looking" : "Importing");
    const work = async (signal: AbortSignal) => {
      const control = { signal, onProgress: progress.onProgress };
      if (dryRun) return tryImport(system, kind, choices, control);
      const { sha256 } = await measure(choices.path);
      const { id } = await makeImportHere(system, { kind, sha256, choices });
      return runImport(system, id, control);
    };
    const { result, interrupted } = await untilInterrupted(output, STOPPING, work).finally(() => progress.end());
    return say(output, result, interrupted);
  });
}

const again =
  "\n\nImporting the same source again changes nothing; what has changed there changes here, and the text it had is kept\nas a revision. What cannot be imported is reported with the reason, and the rest continues. `import undo` takes an\nimport back. The server may keep running. A relative path counts from where the command is typed.";

/** `import wordpress <path>` and the others. */
export const importCommands: readonly Command[] = kinds.map((kind) => {
  const { path, summary, details, options } = importKinds[kind];
  return {
    name: `import ${kind}`,
    parameters: [path],
    summary,
    details: details + again,
    options: { ...options, ...commonOptions },
    run: (given, output) => run(kind, given, output),
  };
});
