import { beforeEach, describe, expect, it } from "vitest";
import { directionOf } from "../../../core/languages";
import { visitor } from "../../../core/access";
import { system } from "../../../testing/actors";
import { aPost, faults } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { getTranslations } from "./translations";

beforeEach(async () => void (await freshDatabase()));

const languagesOf = async ({ id }: { id: number }) =>
  (await getTranslations(visitor, { postId: id })).map(({ language, url }) => `${language} ${url}`);

describe("a post in several languages", () => {
  it("names all that everybody may read, whichever of them is asked", async () => {
    const original = await aPost(system, { title: "Tides", slug: "tides", language: "en" });
    const arabic = await aPost(system, { slug: "almadd", language: "ar", translationOf: "tides" });
    await aPost(system, { slug: "gezeiten", language: "de", translationOf: "tides" });
    await aPost(system, { slug: "marees", language: "fr", translationOf: "tides", status: "DRAFT" });
    await aPost(system, { slug: "unnamed", translationOf: "tides" });
    const all = ["ar /archives/almadd", "de /archives/gezeiten", "en /archives/tides"];
    expect(await languagesOf(original)).toEqual(all);
    expect(await languagesOf(arabic)).toEqual(all);
  });

  it("names none where it is in one only", async () => {
    expect(await languagesOf(await aPost(system, { language: "en" }))).toEqual([]);
    expect(await languagesOf(await aPost(system, { language: "de", translationOf: "nowhere" }))).toEqual([]);
    expect(await languagesOf(await aPost())).toEqual([]);
  });

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
