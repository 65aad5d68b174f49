import { beforeEach, describe, expect, it } from "vitest";
import { events, options, users } from "../../../../db/schema";
import { getSite } from "../../site/queries";
import { anAdmin, visitor } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { setUpSite } from "./setup";
import { setupSteps, siteSetup } from "../schema";

const wish = {
  nickname: "Jane Doe",
  username: "jane",
  email: "jane@example.org",
  password: "correct horse",
  title: "Jane's site",
  description: "About",
  locale: "zh-CN",
  look: "notebook",
  scheme: "dark",
  accent: "pine",
  postsPerPage: "9",
} as const;

beforeEach(async () => void (await freshDatabase()));

describe("the set-up of a site in the browser", () => {
  it("makes the first ADMIN, names the site and dresses it", async () => {
    expect(await setUpSite(visitor, wish)).toMatchObject({
      id: 1,
      username: "jane",
      nickname: "Jane Doe",
      role: "ADMIN",
      locale: "zh-CN",
      title: "",
    });
    expect(await getSite(visitor, {})).toMatchObject({
      installed: true,
      title: "Jane's site",
      description: "About",
      locale: "zh-CN",
      look: "notebook",
      scheme: "dark",
      accent: "pine",
      postsPerPage: 9,
    });
    const rows = await stored().select().from(events);
    expect(rows).toMatchObject([{ operation: "setUpSite", subject: "user:1" }]);
    expect(rows[0]?.cacheKeys).toEqual(expect.arrayContaining(["site", "setting:site_title"]));
    expect(JSON.stringify(rows)).not.toContain(wish.password);
  });

  it("stores the address that was asked for, which every link then begins with", async () => {
    await setUpSite(visitor, { ...wish, url: "HTTPS://Example.org:443/" });
    expect((await getSite(visitor, {})).url).toBe("https://example.org");
  });

  it("stores nothing where a field breaks its rule", async () => {
    for (const [change, field] of [
      [{ password: "short" }, "password"],
      [{ title: " " }, "title"],
      [{ locale: "xx" }, "locale"],
      [{ scheme: "sepia" }, "scheme"],
      [{ accent: "red" }, "accent"],
      [{ postsPerPage: "0" }, "postsPerPage"],
      [{ postsPerPage: "many" }, "postsPerPage"],
      ...[
        "example.org",
        "ftp://example.org",
        "https://example.org/blog",
        "https://example.org/?x",
        "https://jane:secret@example.org",
        "javascript:alert(1)",
      ].map((url) => [{ url }, "url"] as const),
      [{ role: "ADMIN" }, "role"],
    ] as const)
      await expect(setUpSite(visitor, { ...wish, ...change } as typeof wish)).rejects.toMatchObject({
        status: 400,
        extra: { errors: [{ field }] },
      });
    expect([await stored().select().from(users), await stored().select().from(options)]).toEqual([[], []]);
  });

  it("is refused on a site that has somebody, even by an ADMIN", async () => {
    const admin = await anAdmin();
    for (const actor of [visitor, admin])
      await expect(setUpSite(actor, wish)).rejects.toMatchObject({ status: 409, code: "conflict" });
    expect(await stored().select().from(options)).toEqual([]);
  });

  it("is won by exactly one of five at once", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, i) =>
        setUpSite(visitor, { ...wish, username: `jane${i}`, email: `jane${i}@example.org`, title: `Site ${i}` }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [winner, ...others] = await stored().select().from(users);
    expect(others).toEqual([]);
    expect((await getSite(visitor, {})).title).toBe(`Site ${winner?.username.slice(4)}`);
  });

  it("asks for every field on exactly one of its pages", () => {
    expect(
      Object.values(setupSteps)
        .flatMap(({ shape }) => Object.keys(shape))
        .sort(),
    ).toEqual(Object.keys(siteSetup.shape).sort());
  });
});
