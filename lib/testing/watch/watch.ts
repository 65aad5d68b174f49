import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OpenDatabase } from "../../../db/open";
import { databaseFile } from "../../../db/sqlite";
import { type DomainEvent, subscribe } from "../../core/events";
import type { Engine } from "../../core/operation";
import { shared } from "../../core/shared";
import { namesIn, type Question, questionsAbout } from "./questions";
import { foldersOf } from "./modules";
import { type Finding, kindOfKey } from "./summary";
import {
  type Answer,
  ask,
  askBoth,
  askNow,
  differsByClock,
  dropSpare,
  isAboutCounts,
  readFrom,
  type Snapshot,
  takeSnapshot,
  withoutCounts,
} from "./snapshots";

/** `all`: after every commit, which takes many times as long; `off`: after none; otherwise after the first of each kind in a test file, and some more where that one dropped answers without need. */
const isThorough = process.env.BROADSHEET_WATCH === "all";
const isOff = process.env.BROADSHEET_WATCH === "off";

/** One commit, from both sides. */
type Commit = {
  before: Snapshot;
  after: Snapshot;
  /** Rows that it wrote, that of the audit log left aside. */
  rows: number;
  /** Its row of the audit log; null: it has none. */
  event: DomainEvent | null;
  /** Whether the storage that it was made in is the one in use. */
  isCurrent: () => boolean;
};

/** Where the runner keeps the storage in use. */
const seat = shared<{ engine: Engine | null }>("engine", () => ({ engine: null }));

let latest: Commit | null = null;
let checking: Promise<void> = Promise.resolve();
const findings: Finding[] = [];
const failures: Error[] = [];
/** Looks at each kind of commit in this test file; Infinity once it has shown that every answer it drops must be dropped. */
const looks = new Map<string, number>();
/** A kind of commit that dropped answers without need is looked at again this often. */
const MOST_LOOKS = 4;
/** Whether a mutation wrote anything, be it a row of the audit log, in any of its runs. */
const writes = new Map<string, boolean>();

const close = ({ before, after }: Commit): void => [before, after].forEach((each) => each.close());

/** Whether one answer is the other, but for what is counted and for the clock. */
async function isAsGood(question: Question, { value }: Answer, other: Answer, again: () => Promise<Answer>) {
  if (isAboutCounts(question) || withoutCounts(value) === withoutCounts(other.value)) return true;
  return differsByClock(value, (await again()).value, other.value);
}

async function compare(
  { before, after, rows, isCurrent }: Commit,
  { operation, cacheKeys }: DomainEvent,
): Promise<Finding> {
  const touched = new Set(cacheKeys);
  const finding: Finding = { operation, touched: [...touched], rows, dropped: {}, stale: [] };
  for (const question of await questionsAbout(namesIn(before.db, after.db))) {
    const { title } = question.query;
    const [first, last] = await askBoth(question, before, after);
    if (!first.kept) continue;
    const isEqual = first.text === last.text;
    const met = [...first.keys].filter((key) => touched.has(key));
    // An answer that holds the time is another one each time, whatever was touched.
    const isSame =
      isEqual || (met.length > 0 && differsByClock(first.value, (await ask(question, before)).value, last.value));
    for (const key of met) {
      const queries = (finding.dropped[key] ??= {});
      queries[title] = queries[title] === true || !isSame;
    }
    if (isEqual) continue;
    const { input } = question;
    const isFresh = met.length > 0 || (await isAsGood(question, first, last, () => ask(question, before)));
    if (!isFresh) finding.stale.push({ query: title, input, keys: [...first.keys], was: first.text, is: last.text });
    if (!isCurrent()) continue;
    const now = await askNow(question);
    if (now.text !== last.text && !(await isAsGood(question, last, now, () => ask(question, after))))
      finding.stale.push({ query: title, input, keys: ["what is remembered"], was: now.text, is: last.text });
  }
  return finding;
}

/** The folder of the test file that runs. */
let testFolder = "";
export function noteTestFile(path: string): void {
  testFolder = dirname(path);
  looks.clear();
}

/** Whether the running tests are those of an operation's own folder: others call it to prepare something. */
function isAtHome(operation: string): boolean {
  const homes = foldersOf(operation);
  return homes.length === 0 || homes.some((home) => testFolder === home || testFolder.startsWith(`${home}/`));
}

const kindOf = (operation: string, cacheKeys: readonly string[]): string =>
  [operation, ...new Set(cacheKeys.map(kindOfKey))].join(" ");

/** Whether every cache key that dropped answers dropped one that had changed. */
const isNarrow = ({ dropped }: Finding): boolean =>
  Object.values(dropped).every((answers) => Object.values(answers).includes(true));

/** Whether a commit is looked at: one that wrote nothing can have made nothing stale. */
function isWanted({ rows, isCurrent }: Commit, { operation, cacheKeys }: DomainEvent): boolean {
  if (!isThorough && !isAtHome(operation)) return false;
  const kind = kindOf(operation, cacheKeys);
  const count = looks.get(kind) ?? 0;
  if (rows === 0 || !isCurrent() || (count >= MOST_LOOKS && !isThorough)) return false;
  looks.set(kind, count + 1);
  return true;
}

const reportFile = join(process.env.BROADSHEET_TEST_FOLDER ?? "", `watch-${process.pid}.jsonl`);

async function check(commit: Commit, event: DomainEvent): Promise<void> {
  try {
    const finding = await compare(commit, event);
    findings.push(finding);
    if (isNarrow(finding)) looks.set(kindOf(event.operation, event.cacheKeys), Infinity);
    appendFileSync(reportFile, `${JSON.stringify(finding)}\n`);
  } catch (error) {
    failures.push(error instanceof Error ? error : new Error(String(error)));
  } finally {
    close(commit);
  }
}

// The runner tells of a mutation right after its commit, before anything else is committed.
subscribe((event) => {
  const commit = latest;
  latest = null;
  if (!commit) return;
  writes.set(event.operation, writes.get(event.operation) === true || commit.rows > 0 || commit.event !== null);
  const isOfThis = commit.event === null || commit.event === event;
  if (isOfThis && isWanted(commit, event)) checking = checking.then(() => check(commit, event));
  else close(commit);
});

function forgetLatest(): void {
  if (latest) close(latest);
  latest = null;
}

/** The findings since the last call; throws failures of the watching itself. */
export async function findingsSoFar(): Promise<Finding[]> {
  await checking;
  forgetLatest();
  const [failure] = failures.splice(0);
  if (failure) throw failure;
  return findings.splice(0);
}

/** Puts down which mutations wrote anything, for the summary of the whole run. */
export function reportWrites(): void {
  for (const [operation, wrote] of writes) appendFileSync(reportFile, `${JSON.stringify({ operation, wrote })}\n`);
  writes.clear();
}

/** Most stale answers that a failing test names. */
const MOST_NAMED = 5;

/** Describes a forgotten cache key in a finding; null without one. */
export function inWords({ operation, touched, stale }: Finding): string | null {
  if (stale.length === 0) return null;
  const lines = stale.slice(0, MOST_NAMED).map(({ query, input, keys, was, is }) => {
    const at = [...was].findIndex((letter, index) => letter !== is[index]);
    const near = (text: string) => text.slice(Math.max(0, at - 40), at + 60);
    return `  ${query} ${JSON.stringify(input)}, made from ${keys.join(", ") || "nothing"}: …${near(was)}… became …${near(is)}…`;
  });
  return [
    `${operation} touches ${touched.join(", ") || "nothing"}, and ${stale.length} kept answers are stale after it:`,
    ...lines,
  ].join("\n");
}

/** The same storage; every commit is watched, before and after. */
export function watched(open: OpenDatabase): OpenDatabase {
  if (isOff) return open;
  const file = databaseFile();
  const isCurrent = () => seat.engine === self;
  const self: OpenDatabase = {
    ...open,
    get reader() {
      return readFrom() ?? open.reader;
    },
    async transaction(work, entry, how) {
      await checking;
      let before: Snapshot | null = null;
      let rows = 0;
      let event: DomainEvent | null = null;
      try {
        const result = await open
          .transaction(
            async (db) => {
              before = takeSnapshot(file);
              const written = db.$client.prepare<[], number>("SELECT total_changes()").pluck();
              const begun = written.get() ?? 0;
              const done = await work(db);
              rows = (written.get() ?? 0) - begun;
              return done;
            },
            (result) => {
              const told = entry(result);
              event = told?.isSilent === true ? null : told;
              return told;
            },
            how,
          )
          .then((done) => {
            forgetLatest();
            if (before) latest = { before, after: takeSnapshot(file), rows, event, isCurrent };
            before = null;
            return done;
          });
        return result;
      } finally {
        (before as Snapshot | null)?.close();
      }
    },
    async close() {
      await checking;
      forgetLatest();
      dropSpare();
      await open.close();
    },
  };
  return self;
}
