import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { codes, events, options, users } from "../../../../db/schema";
import { hashOf } from "../tokens/tokens";
import { engine } from "../../../core/operation";
import { anActor, anAdmin, anAuthor, system, visitor } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { nearestLocale } from "../../../core/languages";
import { createUser } from "./mutations";
import { isInstalled } from "./installed";
import { getProfile } from "./queries";

const jane = {
  username: "Jane",
  nickname: "Jane Doe",
  email: "Jane@Example.org",
  title: "Jane's site",
  password: "correct horse",
};
const bob = { username: "bob", nickname: "Bob", email: "bob@example.org", title: "Columnist" };
const siteOptions = async () =>
  Object.fromEntries((await stored().select().from(options)).map((row) => [row.key, row.value]));
const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((r): unknown[] => (r.status === "rejected" ? [r.reason] : []));

beforeEach(async () => void (await freshDatabase()));

describe("the installation", () => {
  it("is open to anyone, makes an ADMIN and names the site", async () => {
    expect(await isInstalled(stored())).toBe(false);
    const user = await createUser(visitor, {
      ...jane,
      url: "https://jane.example/",
      locale: "zh-Hans",
      role: "SUBSCRIBER",
    });
    expect(user).toEqual({
      id: 1,
      username: "Jane",
      nickname: "Jane Doe",
      email: "Jane@Example.org",
      title: "",
      avatar: "",
      description: "",
      locale: "zh-Hans",
      timeZone: "",
      url: "",
      role: "ADMIN",
      mfaType: "NONE",
      suspended: false,
      createTime: expect.any(Date),
      lastLoginTime: null,
    });
    expect(await siteOptions()).toEqual({
      site_title: "Jane's site",
      site_url: "https://jane.example",
      site_locale: "zh-CN",
    });
    expect(await isInstalled(stored())).toBe(true);
  });

  it("is in the audit log, without anything secret", async () => {
    await createUser(visitor, jane);
    const rows = await stored().select().from(events);
    expect(rows).toMatchObject([{ operation: "createUser", subject: "user:1" }]);
    expect(rows[0]?.cacheKeys).toEqual(expect.arrayContaining(["site", "setting:site_title"]));
    const [row] = await stored().select().from(users);
    expect(JSON.stringify(rows)).not.toContain(jane.password);
    expect(row?.passwordHash).toMatch(/^sha512-bcrypt\$/);
    expect(JSON.stringify(rows)).not.toContain(row?.passwordHash);
  });

  it("needs a password", async () => {
    await expect(createUser(visitor, { ...jane, password: null })).rejects.toMatchObject({
      status: 400,
      extra: { errors: [{ field: "password", code: "required" }] },
    });
    expect(await stored().select().from(users)).toEqual([]);
    expect(await siteOptions()).toEqual({});
  });

  it("replaces an option that is there already and leaves the others", async () => {
    const times = { createTime: new Date(), updateTime: new Date() };
    await engine().transaction(
      (db) =>
        db.insert(options).values([
          { key: "site_title", type: "INTERNAL", value: "Old", ...times },
          { key: "feed_size", type: "INTERNAL", value: "5", ...times },
        ]),
      () => null,
    );
    await createUser(system, jane);
    expect(await siteOptions()).toEqual({ site_title: "Jane's site", feed_size: "5" });
  });

  it("is won by exactly one of ten at once", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        createUser(visitor, { ...jane, username: `user${i}`, email: `user${i}@example.org`, title: `Site ${i}` }),
      ),
    );
    const winners = results.filter((r) => r.status === "fulfilled");
    expect(winners).toHaveLength(1);
    for (const reason of refusals(results)) expect(reason).toMatchObject({ status: 409, code: "conflict" });
    const rows = await stored().select().from(users);
    expect(rows).toHaveLength(1);
    // Nothing of the losers remains.
    expect(await siteOptions()).toEqual({ site_title: `Site ${rows[0]?.username.slice(4)}` });
    expect(await stored().select().from(events)).toHaveLength(1);
  });
});

describe("making a user afterwards", () => {
  it("is for an ADMIN: a visitor is asked to sign in, others are refused", async () => {
    const admin = await anAdmin();
    await expect(createUser(visitor, { ...bob, password: "correct horse" })).rejects.toMatchObject({ status: 401 });
    for (const role of ["SUBSCRIBER", "AUTHOR", "EDITOR"] as const)
      await expect(createUser(await anActor(role), bob)).rejects.toMatchObject({ status: 403 });
    expect(await stored().select().from(users).where(eq(users.username, "bob"))).toEqual([]);
    expect(await createUser(admin, { ...bob, password: "correct horse", url: "https://bob.example/" })).toMatchObject({
      role: "AUTHOR",
      title: "Columnist",
      url: "https://bob.example/",
    });
    expect(await siteOptions()).toEqual({});
  });

  it("without a password answers a set-password code once and stores its hash", async () => {
    const { setPasswordCode, id, ...rest } = await createUser(await anAdmin(), { ...bob, role: "EDITOR" });
    expect(rest.role).toBe("EDITOR");
    expect(setPasswordCode).toMatch(/^[\w-]{22}$/);
    const [code] = await stored().select().from(codes);
    expect(code).toMatchObject({
      userId: id,
      purpose: "set-password",
      hash: hashOf(String(setPasswordCode)),
      usedTime: null,
    });
    expect(Number(code?.expireTime) - Number(code?.createTime)).toBe(7 * 24 * 3600 * 1000);
    expect(JSON.stringify(await stored().select().from(events))).not.toContain(setPasswordCode);
  });

  it("with a password answers none", async () => {
    expect(await createUser(await anAdmin(), { ...bob, password: "correct horse" })).not.toHaveProperty(
      "setPasswordCode",
    );
  });

  it("refuses a name or e-mail that somebody has, whatever its case, naming the field", async () => {
    const admin = await anAdmin();
    await createUser(admin, { ...bob, username: "Évabob" });
    const tryWith = (change: object) =>
      createUser(admin, { ...bob, username: "other", email: "other@example.org", ...change });
    await expect(tryWith({ username: "ÉVABOB" })).rejects.toMatchObject({
      status: 409,
      extra: { errors: [{ field: "username", code: "taken" }] },
    });
    await expect(tryWith({ email: "BOB@example.ORG" })).rejects.toMatchObject({
      status: 409,
      extra: { errors: [{ field: "email" }] },
    });
    await expect(tryWith({ username: "évabob", email: bob.email })).rejects.toMatchObject({
      extra: { errors: [{ field: "username" }, { field: "email" }] },
    });
    expect(await stored().select().from(users)).toHaveLength(2);
    expect(await stored().select().from(codes)).toHaveLength(1);
  });

  it("ten at once with one name make one", async () => {
    const admin = await anAdmin();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => createUser(admin, { ...bob, email: `bob${i}@example.org` })),
    );
    expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    for (const reason of refusals(results))
      expect(reason).toMatchObject({ status: 409, extra: { errors: [{ field: "username" }] } });
  });

  it("never answers the hash", async () => {
    const text = JSON.stringify(await createUser(await anAdmin(), { ...bob, password: "correct horse" }));
    expect(text).not.toMatch(/hash|bcrypt|12345678/i);
  });
});

describe("the profile", () => {
  it("is one's own, for whoever is signed in", async () => {
    const author = await anAuthor();
    expect(await getProfile(author, {})).toMatchObject({ id: author.id, username: author.name, role: "AUTHOR" });
    expect(JSON.stringify(await getProfile(author, {}))).not.toMatch(/hash/i);
    await expect(getProfile(visitor, {})).rejects.toMatchObject({ status: 401 });
    await expect(getProfile(system, {})).rejects.toMatchObject({ status: 404 });
  });
});

it.each([
  ["zh", "zh-CN"],
  ["zh-Hans", "zh-CN"],
  ["zh_cn", "zh-CN"],
  ["zh-TW", "zh-CN"],
  ["en-GB", "en"],
  ["de", "en"],
  ["", "en"],
])("the locale %s becomes %s", (wish, locale) => expect(nearestLocale(wish)).toBe(locale));
