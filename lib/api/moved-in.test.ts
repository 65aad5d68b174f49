import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { and, eq, lt } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../db/dialect";
import { categories, comments, journals, oldAddresses, posts, sheets, tags } from "../../db/schema";
import { visitor } from "../core/access";
import { env } from "../core/env";
import { makeImportHere } from "../features/moving/imports/claiming";
import { measure } from "../features/moving/imports/opening";
import { runImport } from "../features/moving/imports/running";
import { getMovedAddress } from "../features/moving/addresses/queries";
import { getSite } from "../features/site/queries";
import { listFeedPosts, listPostAddresses } from "../features/writing/posts/queries";
import { listSheetAddresses } from "../features/writing/sheets/queries";
import { anAdmin, system } from "../testing/actors";
import { call } from "../testing/api";
import { Canaries, hasSamples, planted, privateSamples, samplesFolder } from "../testing/private-samples";
import { freshDatabase, stored } from "../testing/setup";
import { routes } from "./routes";

/** What a site holds, for whoever may see everything. */
const everything = async (): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      [posts, sheets, comments, journals].map((table) =>
        stored()
          .select()
          .from(table as typeof posts),
      ),
    ),
  );

type Told = { at: string; text: string };

/** Everything that the site tells a stranger: each line of the API for visitors, feed, sitemap, and where old addresses lead. */
async function asStranger(words: readonly string[]): Promise<Told[]> {
  const told: Told[] = [];
  let asked = 0;
  const ask = async (path: string) => {
    // Each from an address of its own: a stranger may search only so often.
    const ip = `198.18.${asked >> 8}.${asked & 255}`;
    asked += 1;
    const { status, text } = await call("GET", path, { ip });
    expect([path, status < 500]).toEqual([path, true]);
    // What is missing only repeats what was asked for.
    if (status !== 404) told.push({ at: path, text: text.toLowerCase() });
  };
  const all = (table: typeof posts) => stored().select({ id: table.id, slug: table.slug }).from(table);
  const [textRows, termRows] = [
    [...(await all(posts)), ...(await all(sheets))],
    [...(await all(categories as never)), ...(await all(tags as never))],
  ];
  const ids = new Set(
    [...textRows, ...(await stored().select({ id: journals.id }).from(journals))].map(({ id }) => String(id)),
  );
  const valuesOf: Record<string, Iterable<string>> = {
    slug: textRows.map(({ slug }) => slug),
    category: termRows.flatMap(({ id, slug }) => [String(id), slug]),
    tag: termRows.flatMap(({ id, slug }) => [String(id), slug]),
  };
  for (const { method, path } of routes) {
    if (method !== "GET" || !path.startsWith("/content/")) continue;
    const name = /\{(\w+)\}/.exec(path)?.[1];
    if (path.endsWith("/search")) for (const word of words) await ask(`${path}?keyword=${word}`);
    else if (name === undefined) await Promise.all([ask(path), ask(`${path}?size=100`)]);
    else for (const value of valuesOf[name] ?? ids) await ask(path.replace(`{${name}}`, encodeURIComponent(value)));
  }
  for (const { path } of await stored().select().from(oldAddresses)) {
    const { movedTo } = await getMovedAddress(visitor, { path });
    told.push({ at: path.toLowerCase(), text: String(movedTo).toLowerCase() });
  }
  const more = [
    await listFeedPosts(visitor, { size: 50 }),
    await listPostAddresses(visitor, { page: 1, size: 1000 }),
    await listSheetAddresses(visitor, { page: 1, size: 1000 }),
    await getSite(visitor, {}),
  ];
  return [...told, ...more.map((answer, i) => ({ at: `page ${i}`, text: JSON.stringify(answer).toLowerCase() }))];
}

describe.skipIf(!hasSamples)("what was private at the old site", () => {
  beforeEach(async () => {
    await freshDatabase();
    await anAdmin();
  });

  // What is read differs by source, not by engine.
  it.each(postgres ? privateSamples.slice(0, 1) : privateSamples)(
    "$kind $file: is told to no stranger",
    async ({ kind, file, media, plant }) => {
      const canaries = new Canaries();
      const path = planted({ file, plant }, mkdtempSync(join(env.dataDir, "canary-")), canaries);
      const choices = { path, ...(media !== null && { media: join(samplesFolder, media) }) };
      const { sha256 } = await measure(path);
      const { id } = await makeImportHere(system, { kind, sha256, choices });
      const report = await runImport(system, id);
      expect([report.state, report.error]).toEqual(["DONE", null]);

      // They are here, or this would prove nothing. Spam is not taken in, nor are other forms of the same text.
      const held = (await everything()).toLowerCase();
      const here = [...canaries.words].filter(([word]) => held.includes(word));
      expect(here.length).toBeGreaterThanOrEqual(canaries.words.size / 3);
      const told = await asStranger([...canaries.words.keys()]);
      const leaks = [...canaries.words].flatMap(([word, where]) =>
        told
          // Whoever asks by a slug knows it.
          .filter(({ at, text }) => text.includes(word) && !at.includes(word))
          .map(({ at }) => `${where} at ${at}`),
      );
      expect(leaks).toEqual([]);
      const open = and(eq(posts.status, "PUBLISHED"), eq(posts.password, ""), lt(posts.createTime, new Date()));
      const [shown] = await stored().select().from(posts).where(open);
      expect(told.filter(({ text }) => text.includes(String(shown?.slug).toLowerCase())).length).toBeGreaterThan(3);
    },
    120_000,
  );
});
