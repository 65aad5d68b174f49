import { beforeEach, expect, it } from "vitest";
import { categories, menus } from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { anAdmin } from "../../../testing/actors";
import { aForeignCategory, aSource, aSourceFile } from "../../../testing/foreign-source";
import { refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { createMenu } from "../../menus/mutations";
import { MOST_ENTRIES } from "../../menus/schema";
import { createCategory } from "../../taxonomy/categories/mutations";
import { listPublicCategories } from "../../taxonomy/categories/queries";
import { MOST_CATEGORIES, MOST_LEVELS } from "../../taxonomy/categories/schema";
import type { ForeignRecord } from "../records";
import { makeImportHere } from "./claiming";
import { measure } from "./opening";
import { runImport } from "./running";

let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

async function take(records: readonly ForeignRecord[]) {
  const path = aSourceFile(JSON.stringify(records.length));
  const { sha256 } = await measure(path);
  const { id } = await makeImportHere(admin, { kind: "wordpress", sha256, choices: { path } });
  return runImport(admin, id, { open: async () => aSource(records) });
}

const common = { warnings: [], oldAddresses: [] };
const COUNT = 3 * MOST_LEVELS;
const chain = (name: (i: number) => string) =>
  Array.from({ length: COUNT }, (_, i) =>
    aForeignCategory(`c${i}`, { name: name(i), slug: `c${i}`, parent: i === 0 ? null : `c${i - 1}` }),
  );
const levels = async () =>
  (await listPublicCategories(admin, {})).map(({ fullPath }) => fullPath.split("/").length).sort((a, b) => a - b);

const said = `categories can be at most ${MOST_LEVELS} levels deep; it stands at the top`;

it.each([
  ["in their order, and says so", (records: ForeignRecord[]) => records, [said, said]],
  ["the deepest first", (records: ForeignRecord[]) => records.toReversed(), []],
])("stands at the top what is nested too deep, %s", async (_title, sorted, warned) => {
  const { state, records } = await take(sorted(chain((i) => `Name ${i}`)));
  expect(state).toBe("DONE");
  expect(await levels()).toHaveLength(COUNT);
  expect(Math.max(...(await levels()))).toBe(MOST_LEVELS);
  expect(records.flatMap(({ warnings }) => warnings)).toEqual(warned);
});

it("names what was made in few characters, however long the names are", async () => {
  const { made } = await take(chain((i) => `${i} `.padEnd(60_000, "n")));
  expect(made.categories).toHaveLength(COUNT);
  expect(Math.max(...made.categories.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
});

it("takes no more than a site may have, and finds those that are here", async () => {
  const now = new Date();
  const row = (i: number) => ({ name: `Here ${i}`, slug: `here-${i}`, createTime: now, updateTime: now });
  await engine().transaction(
    async (db) => {
      for (let from = 0; from < MOST_CATEGORIES; from += 1_000)
        await db.insert(categories).values(Array.from({ length: 1_000 }, (_, i) => row(from + i)));
      const entry = (i: number) => ({ name: `Entry ${i}`, url: "/", createTime: now, updateTime: now });
      await db.insert(menus).values(Array.from({ length: MOST_ENTRIES }, (_, i) => entry(i)));
    },
    () => null,
  );
  const { state, records, kinds } = await take([
    aForeignCategory("a", { name: "Here 7" }),
    aForeignCategory("b", { name: "One more" }),
    {
      ...common,
      kind: "menu",
      source: "m",
      name: "m",
      parent: null,
      target: { address: "/m" },
      newWindow: false,
      icon: "",
    },
  ]);
  expect(state).toBe("DONE");
  expect(records.map(({ source, outcome, reason }) => [source, outcome, reason])).toEqual([
    ["b", "failed", `a site has at most ${MOST_CATEGORIES} categories`],
    ["m", "failed", `a menu has at most ${MOST_ENTRIES} entries`],
  ]);
  expect(kinds.category).toMatchObject({ unchanged: 1, failed: 1 });
  expect((await refusal(createCategory(admin, { name: "By hand" }))).message).toContain("10000 categories already");
  expect((await refusal(createMenu(admin, { name: "By hand", url: "/" }))).message).toContain("1000 entries already");
});

it("gives addresses to many of one name without trying each number", async () => {
  const same = Array.from({ length: 300 }, (_, i) => aForeignCategory(`c${i}`, { name: `Name ${i}`, slug: "same" }));
  await take(same);
  const slugs = (await listPublicCategories(admin, {})).map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(300);
  expect(slugs).toContain("same-300");
});
