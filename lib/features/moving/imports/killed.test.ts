import { fork } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postgres } from "../../../../db/dialect";
import { openDatabase } from "../../../../db/open";
import {
  comments,
  importMemory,
  importRecords,
  imports,
  oldAddresses,
  postCategories,
  posts,
  postTags,
  sheets,
} from "../../../../db/schema";
import { env } from "../../../core/env";
import { anAdmin } from "../../../testing/actors";
import { aProgram } from "../../../testing/program";
import { freshDatabase } from "../../../testing/setup";
import { author, type MadeItem, wxr } from "../readers/wordpress/testing-wxr";

/** Imports a file, in a process that kills itself in the transaction of this number, or right after it was stored. */
const program = `
import { openDatabase } from "./db/open";
import { system } from "./lib/core/access";
import { installEngine } from "./lib/core/operation";
import { makeImportHere } from "./lib/features/moving/imports/claiming";
import { measure } from "./lib/features/moving/imports/opening";
import { runImport } from "./lib/features/moving/imports/running";
import { provideFeatures } from "./lib/server/features";
provideFeatures();
const [path, moment, part] = process.argv.slice(2);
const open = await openDatabase();
let number = 0;
installEngine({ ...open, transaction: async (work, entry) => {
  const own = (number += 1);
  const die = (at) => { if (own === Number(moment) && at === part) process.kill(process.pid, "SIGKILL"); };
  const result = await open.transaction(async (db) => {
    const done = await work(db);
    die("in");
    return done;
  }, entry);
  die("after");
  return result;
} });
const { sha256 } = await measure(path);
const { id } = await makeImportHere(system, { kind: "wordpress", sha256, choices: { path } });
const { state, resumed, error, summary } = await runImport(system, id);
await open.close();
process.send({ state, resumed, error, summary, transactions: number }, () => process.exit());
`;

type Answer = { state: string; resumed: boolean; error: string | null; summary: unknown; transactions: number };

/** Texts with replies, links between them, slugs that come twice, and one with more comments than a transaction takes. */
const items: MadeItem[] = Array.from({ length: 60 }, (_, i) => ({
  id: i + 1,
  type: i % 10 === 9 ? "page" : "post",
  slug: i % 7 === 0 ? "same" : `text-${i}`,
  link: `https://old.example/2020/05/text-${i}/`,
  content: `<p>See <a href="https://old.example/2020/05/text-${(i + 7) % 60}/">another</a>.</p>`,
  terms: [
    ["category", "news", "News"],
    ["post_tag", `tag-${i % 3}`, `Tag ${i % 3}`],
  ],
  comments: Array.from({ length: i === 30 ? 1200 : 4 }, (__, j) => ({
    id: i * 10_000 + j + 1,
    parent: j % 3 === 2 ? i * 10_000 + j : 0,
  })),
}));

let [folder, template, source, importing] = ["", "", "", ""];

beforeAll(async () => {
  if (postgres) return;
  const open = await freshDatabase();
  await anAdmin();
  await open.close();
  template = env.dataDir;
  folder = mkdtempSync(join(tmpdir(), "broadsheet-killed-"));
  source = join(folder, "old.xml");
  writeFileSync(source, wxr(items, author));
  importing = await aProgram(program);
});

afterAll(() => {
  if (folder) rmSync(folder, { recursive: true });
});

/** Runs the import in a process of its own; returns its answer, or the signal that ended it. */
async function runIn(dataDir: string, moment = 0, part = ""): Promise<Answer | string> {
  const child = fork(importing, [source, String(moment), part], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const [said, answers]: [string[], Answer[]] = [[], []];
  child.stderr?.on("data", (data: Buffer) => said.push(data.toString()));
  child.on("message", (message) => answers.push(message as Answer));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once("close", (...end) => resolve(end)),
  );
  return answers[0] ?? signal ?? `ended with ${code}: ${said.join("")}`;
}

/** What a site holds, without the moments at which it was made. */
async function contentOf(dataDir: string) {
  env.dataDir = dataDir;
  const open = await openDatabase();
  try {
    const db = open.reader;
    const memory = await db.select().from(importMemory).orderBy(asc(importMemory.kind), asc(importMemory.source));
    return {
      imports: await db.select({ state: imports.state, counts: imports.counts, made: imports.made }).from(imports),
      posts: await db.select().from(posts).orderBy(asc(posts.id)),
      sheets: await db.select().from(sheets).orderBy(asc(sheets.id)),
      tags: await db.select().from(postTags).orderBy(asc(postTags.postId), asc(postTags.tagId)),
      categories: await db.select().from(postCategories).orderBy(asc(postCategories.postId)),
      comments: await db.select().from(comments).orderBy(asc(comments.id)),
      addresses: await db.select().from(oldAddresses).orderBy(asc(oldAddresses.path)),
      records: await db.select().from(importRecords).orderBy(asc(importRecords.id)),
      // The mark of a term is the time at which it was made.
      memory: memory.map(({ mark, ...row }) => (/^(post|sheet|comment)$/.test(row.kind) ? { mark, ...row } : row)),
    };
  } finally {
    await open.close();
  }
}

const isDone = async (dataDir: string): Promise<boolean> =>
  (await contentOf(dataDir)).imports.some(({ state }) => state === "DONE");

const copied = (name: string): string => {
  cpSync(template, join(folder, name), { recursive: true });
  return join(folder, name);
};

// PGlite lives in one process.
it.skipIf(postgres)(
  "an import that is killed at any moment goes on at once, and ends as one that was not",
  async () => {
    const undisturbed = copied("whole");
    const first = await runIn(undisturbed);
    if (typeof first === "string") throw new Error(first);
    expect(first).toMatchObject({ state: "DONE", resumed: false, error: null, summary: { failed: 0 } });
    const whole = await contentOf(undisturbed);
    expect([whole.posts.length, whole.sheets.length, whole.comments.length]).toEqual([54, 6, 59 * 4 + 1200]);
    // The first three make it, claim it and describe it; the last one ends it.
    const from = 4;
    let to = first.transactions;
    /** Kills an import in this third of its moments, another one on every run; a failure names it. */
    const killedIn = async (round: number) => {
      const moment = from + Math.floor(((to - from) * (round - Math.random())) / 3);
      const part = Math.random() < 0.5 ? "in" : "after";
      const dataDir = copied(`killed-${round}-${to}`);
      const ended = await runIn(dataDir, moment, part);
      if (typeof ended === "string" && !(await isDone(dataDir))) return { moment, part, dataDir, ended };
      // A transaction lasts for a time, so an import has fewer where the machine has become faster: it ended before.
      const transactions = typeof ended === "string" ? moment : ended.transactions;
      expect(transactions).toBeLessThan(to);
      to = transactions;
      return killedIn(round);
    };
    for (let round = 1; round <= 3; round += 1) {
      const { moment, part, dataDir, ended } = await killedIn(round);
      expect(ended).toBe("SIGKILL");
      const { transactions: _transactions, ...again } = (await runIn(dataDir)) as Answer;
      expect({ moment, part, ...again }).toEqual({
        moment,
        part,
        state: "DONE",
        resumed: true,
        error: null,
        summary: first.summary,
      });
      expect({ moment, part, ...(await contentOf(dataDir)) }).toEqual({ moment, part, ...whole });
    }
  },
  // Seven processes, one after the other.
);
