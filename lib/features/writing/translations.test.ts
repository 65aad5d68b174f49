import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { postgres } from "../../../db/dialect";
import { directionOf } from "../../core/languages";
import { visitor } from "../../core/access";
import { system } from "../../testing/actors";
import { aPost, aSheet, faults } from "../../testing/factories";
import { notePlans } from "../../testing/plans";
import { freshDatabase } from "../../testing/setup";
import { getPostTranslations } from "./posts/queries";
import { getSheetTranslations } from "./sheets/queries";

beforeEach(async () => void (await freshDatabase()));
afterEach(() => vi.restoreAllMocks());

type Created = { id: number };
type Translated = { slug?: string; language?: string; translationOf?: string; status?: "DRAFT" };

const ofPosts = {
  below: "/archives/",
  create: (given: Translated): Promise<Created> => aPost(system, given),
  find: ({ id }: Created) => getPostTranslations(visitor, { postId: id }),
};
const ofSheets: typeof ofPosts = {
  below: "/",
  create: (given) => aSheet(system, given),
  find: ({ id }) => getSheetTranslations(visitor, { sheetId: id }),
};

describe.each([
  ["post", ofPosts],
  ["sheet", ofSheets],
])("a %s in several languages", (_name, { below, create, find }) => {
  const languagesOf = async (created: Created) =>
    (await find(created)).map(({ language, url }) => `${language} ${url}`);

  it.skipIf(postgres)("are looked up by slug and original, not among all texts", async () => {
    const original = await create({ slug: "tides", language: "en" });
    await create({ slug: "gezeiten", language: "de", translationOf: "tides" });
    const plans = notePlans('"translation_of" = ?');
    expect(await languagesOf(original)).toHaveLength(2);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/MULTI-INDEX OR[^]*_slug[^]*_translation/);
  });

  it("names all that everybody may read, whichever of them is asked", async () => {
    const original = await create({ slug: "tides", language: "en" });
    const arabic = await create({ slug: "almadd", language: "ar", translationOf: "tides" });
    await create({ slug: "gezeiten", language: "de", translationOf: "tides" });
    await create({ slug: "marees", language: "fr", translationOf: "tides", status: "DRAFT" });
    await create({ slug: "unnamed", translationOf: "tides" });
    const all = [`ar ${below}almadd`, `de ${below}gezeiten`, `en ${below}tides`];
    expect(await languagesOf(original)).toEqual(all);
    expect(await languagesOf(arabic)).toEqual(all);
  });

  it("names none where it is in one only", async () => {
    expect(await languagesOf(await create({ language: "en" }))).toEqual([]);
    expect(await languagesOf(await create({ language: "de", translationOf: "nowhere" }))).toEqual([]);
    expect(await languagesOf(await create({}))).toEqual([]);
  });
});

it("a post is no translation of a sheet", async () => {
  await aSheet(system, { slug: "about", language: "en" });
  const post = await aPost(system, { slug: "ueber-uns", language: "de", translationOf: "about" });
  expect(await getPostTranslations(visitor, { postId: post.id })).toEqual([]);
});

describe("the language of a text", () => {
  it("names its language by a code", async () => {
    expect(await faults(aPost(system, { language: "German, please" }))).toEqual(["language wrong_format"]);
    expect((await aPost(system, { language: "pt-BR" })).language).toBe("pt-BR");
  });

  it.each([
    ["ar", "rtl"],
    ["he-IL", "rtl"],
    ["fa", "rtl"],
    ["ku", "ltr"],
    ["en", "ltr"],
    ["zh-Hant", "ltr"],
    ["nonsense!", "ltr"],
  ])("runs from the side where its script begins: %s %s", (language, direction) =>
    expect(directionOf(language)).toBe(direction),
  );
});
