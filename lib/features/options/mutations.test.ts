import { beforeEach, describe, expect, it } from "vitest";
import { options } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { subscribe } from "../../core/events";
import { anActor, anAdmin, visitor } from "../../testing/actors";
import { eventCount, faults, lastEvent, refusal } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { createOption, deleteOption, setOptions, updateOption } from "./mutations";
import { getOption, listOptions, listPublicOptions, listSettings } from "./queries";
import { readOption, readOptions, readSecret } from "../../services/settings/reading";
import { siteLocales } from "../../core/languages";
import { knownOptions, optionKeys, SECRET_MARK } from "../../core/settings";

let admin: Actor;
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

const shown = async () =>
  Object.fromEntries((await listPublicOptions(visitor, {})).map(({ key, value }) => [key, value]));

describe("an option", () => {
  it("is as before for visitors once it was deleted", async () => {
    const before = (await shown()).site_title;
    const { id } = await createOption(admin, { key: "site_title", value: "The Tern" });
    expect((await shown()).site_title).toBe("The Tern");
    await deleteOption(admin, { optionId: id });
    expect((await shown()).site_title).toBe(before);
    const own = await createOption(admin, { key: "my_note", value: "x", type: "CUSTOM" });
    expect(await shown()).toMatchObject({ my_note: "x" });
    await deleteOption(admin, { optionId: own.id });
    expect(await shown()).not.toHaveProperty("my_note");
  });

  it("is stored, answered, changed and removed", async () => {
    const made = await createOption(admin, { key: " my_note ", value: "x" });
    expect(made).toEqual({
      id: made.id,
      key: "my_note",
      type: "CUSTOM",
      value: "x",
      createTime: expect.any(Date),
      updateTime: expect.any(Date),
    });
    expect(await listOptions(admin, {})).toEqual([made]);
    expect(await getOption(admin, { optionId: made.id })).toEqual(made);
    expect(await updateOption(admin, { optionId: made.id, key: "my_note", type: "INTERNAL" })).toMatchObject({
      type: "INTERNAL",
      value: "x",
    });
    expect(await updateOption(admin, { optionId: made.id, key: "renamed", value: null, type: null })).toMatchObject({
      key: "renamed",
      type: "INTERNAL",
      value: "",
    });
    await deleteOption(admin, { optionId: made.id });
    expect(await listOptions(admin, {})).toEqual([]);
    for (const work of [
      getOption(admin, { optionId: made.id }),
      deleteOption(admin, { optionId: made.id }),
      updateOption(admin, { optionId: made.id, key: "x" }),
    ])
      expect(await refusal(work)).toMatchObject({ status: 404 });
  });

  it("stays hidden from visitors among several that are stored without its type", async () => {
    await setOptions(admin, { items: [{ key: "hidden", type: "INTERNAL", value: "x" }] });
    await setOptions(admin, { items: [{ key: "hidden", type: null, value: "y" }] });
    expect(await listOptions(admin, {})).toMatchObject([{ key: "hidden", type: "INTERNAL", value: "y" }]);
    expect(await shown()).not.toHaveProperty("hidden");
  });

  it("is there once for each key", async () => {
    const [a, b] = [await createOption(admin, { key: "a" }), await createOption(admin, { key: "b" })];
    const expected = { status: 409, extra: { errors: [{ field: "key" }] } };
    expect(await refusal(createOption(admin, { key: "a" }))).toMatchObject(expected);
    expect(await refusal(updateOption(admin, { optionId: b.id, key: "a" }))).toMatchObject(expected);
    expect(await updateOption(admin, { optionId: a.id, key: "a", value: "1" })).toMatchObject({ value: "1" });
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => createOption(admin, { key: "c" })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is for administrators only", async () => {
    for (const actor of [visitor, await anActor("EDITOR")])
      for (const work of [
        listOptions(actor, {}),
        listSettings(actor, {}),
        getOption(actor, { optionId: 1 }),
        createOption(actor, { key: "x" }),
        updateOption(actor, { optionId: 1, key: "x" }),
        setOptions(actor, { items: [] }),
        deleteOption(actor, { optionId: 1 }),
      ])
        expect([401, 403]).toContain((await refusal(work)).status);
  });

  it("makes what was made with it stale, and stands in the audit log without its value", async () => {
    const tags: string[][] = [];
    const stop = subscribe((event) => tags.push([...event.cacheKeys]));
    const { id } = await createOption(admin, { key: "email_password", value: "hunter2" });
    await updateOption(admin, { optionId: id, key: "email_password", value: "hunter3" });
    await setOptions(admin, { items: [{ key: "email_password", value: "hunter4" }] });
    expect(JSON.stringify(await lastEvent())).not.toContain("hunter");
    await deleteOption(admin, { optionId: id });
    stop();
    expect(tags).toEqual(Array.from({ length: 4 }, () => ["setting:email_password"]));
  });

  it("makes nothing stale where it is set to what it is", async () => {
    await setOptions(admin, { items: [{ key: "site_title", value: "A site" }] });
    await setOptions(admin, {
      items: [
        { key: "site_title", value: "A site" },
        { key: "posts_per_page", value: "13" },
        { key: "motto", value: "Slow" },
      ],
    });
    expect((await lastEvent())?.cacheKeys).toEqual(["options"]);
  });
});

describe("a known option", () => {
  it.each([
    ["site_title", "x".repeat(256), "too_long"],
    ["site_url", "javascript:alert(1)", "wrong_format"],
    ["site_locale", "tlh", "wrong_value"],
    ["posts_per_page", "0", "too_short"],
    ["posts_per_page", "101", "too_long"],
    ["posts_per_page", "ten", "wrong_format"],
    ["posts_per_page", "", "wrong_format"],
    ["posts_per_page", "1e1", "wrong_format"],
    ["comment_max_links", "", "wrong_format"],
    ["comment_new_need_check", "perhaps", "wrong_value"],
    ["comment_new_need_check", "", "wrong_value"],
    ["email_from_address", "nobody", "wrong_format"],
    ["email_port", "65536", "too_long"],
    ["attachment_max_size", "0", "too_short"],
  ] as const)("%s refuses %j", async (key, value, code) => {
    expect(await faults(createOption(admin, { key, value }))).toEqual([`value ${code}`]);
    expect(
      await faults(
        setOptions(admin, {
          items: [
            { key: "fine", value: "1" },
            { key, value },
          ],
        }),
      ),
    ).toEqual([`items.1.value ${code}`]);
    expect(await stored().select().from(options)).toEqual([]);
  });

  it("is stored in one form, in force at once, and has its default again when it is cleared", async () => {
    const { id } = await createOption(admin, { key: "posts_per_page", value: "007" });
    expect(await getOption(admin, { optionId: id })).toMatchObject({ value: "7", type: "INTERNAL" });
    expect(await readOption(stored(), "posts_per_page")).toBe(7);
    expect(await updateOption(admin, { optionId: id, key: "posts_per_page", value: null })).toMatchObject({
      value: "13",
    });
    for (const key of optionKeys)
      await setOptions(admin, { items: [{ key, value: String(knownOptions[key].fallback) }] });
    expect(await readOptions(stored())).toEqual(
      Object.fromEntries(optionKeys.map((key) => [key, knownOptions[key].fallback])),
    );
  });

  it("keeps its key", async () => {
    const [known, own] = [
      await createOption(admin, { key: "site_title", value: "x" }),
      await createOption(admin, { key: "own" }),
    ];
    expect(await faults(updateOption(admin, { optionId: known.id, key: "other" }))).toEqual(["key wrong_value"]);
    expect(await faults(updateOption(admin, { optionId: own.id, key: "email_password" }))).toEqual(["key wrong_value"]);
  });

  it.each(["mail.example.org\r\nRCPT TO:<x@y>", "mail example", "mail\u0000", " "])(
    "is no mail server's name where it holds %j",
    async (value) => {
      const { extra } = await refusal(createOption(admin, { key: "email_host", value }));
      expect(extra.errors).toMatchObject([{ field: "value", code: "wrong_format" }]);
    },
  );

  it("is described with its bounds and the value in force", async () => {
    await createOption(admin, { key: "feed_size", value: "5" });
    const all = await listSettings(admin, {});
    expect(all.map(({ key }) => key)).toEqual(optionKeys);
    expect(all.find(({ key }) => key === "feed_size")).toMatchObject({
      value: "5",
      fallback: "20",
      stored: true,
      kind: "number",
      min: 1,
      max: 100,
      group: "posts",
    });
    expect(all.find(({ key }) => key === "site_locale")).toMatchObject({
      value: "en",
      stored: false,
      choices: [...siteLocales],
    });
    for (const { description } of all) expect(description).toMatch(/^[A-Z].*\.$/);
  });
});

describe("a secret", () => {
  it("is stored sealed, never answered, and kept by its mark", async () => {
    const made = await createOption(admin, { key: "email_password", value: "hunter2" });
    expect(made.value).toBe(SECRET_MARK);
    expect(await readSecret(stored(), "email_password")).toBe("hunter2");
    await updateOption(admin, { optionId: made.id, key: "email_password", value: SECRET_MARK });
    await setOptions(admin, { items: [{ key: "email_password", value: SECRET_MARK }] });
    expect(await readSecret(stored(), "email_password")).toBe("hunter2");
    const everything = JSON.stringify([
      await stored().select().from(options),
      await listOptions(admin, {}),
      await listSettings(admin, {}),
      await listPublicOptions(visitor, {}),
      await readOptions(stored()),
    ]);
    expect(everything).not.toContain("hunter2");
    expect((await listSettings(admin, {})).find(({ key }) => key === "email_password")).toMatchObject({
      value: SECRET_MARK,
      secret: true,
    });
    expect(await updateOption(admin, { optionId: made.id, key: "email_password", value: "" })).toMatchObject({
      value: "",
    });
    expect(await readSecret(stored(), "email_password")).toBe("");
  });

  it("that is not set stays so when its mark is sent", async () => {
    expect(await setOptions(admin, { items: [{ key: "email_password", value: SECRET_MARK }] })).toMatchObject([
      { value: "" },
    ]);
    expect(await readSecret(stored(), "email_password")).toBe("");
  });
});

describe("many options at once", () => {
  it("are made or changed by their keys, with one line in the audit log", async () => {
    await createOption(admin, { key: "a", value: "1", type: "INTERNAL" });
    const before = await eventCount();
    expect(
      await setOptions(admin, {
        items: [
          { key: "a", value: "2" },
          { key: "b", value: "3" },
          { key: "site_title", value: "T" },
        ],
      }),
    ).toMatchObject([
      { key: "a", value: "2", type: "INTERNAL" },
      { key: "b", value: "3", type: "CUSTOM" },
      { key: "site_title", type: "INTERNAL" },
    ]);
    expect(await eventCount()).toBe(before + 1);
    expect(await setOptions(admin, { items: [{ key: "a" }, { key: "b", value: null }] })).toMatchObject([
      { value: "2" },
      { value: "" },
    ]);
    expect(await faults(setOptions(admin, { items: [{ key: "a" }, { key: " a " }] }))).toEqual(["items.1 duplicate"]);
  });
});

describe("strangers", () => {
  it("see the public ones that are in force, and the owner's own that are not internal", async () => {
    await setOptions(admin, {
      items: [
        { key: "site_title", value: "Title" },
        { key: "mine", value: "1" },
        { key: "hidden", value: "2", type: "INTERNAL" },
        { key: "email_host", value: "mail.example", type: "CUSTOM" },
      ],
    });
    const seen = await shown();
    expect(seen).toMatchObject({ site_title: "Title", posts_per_page: "13", mine: "1" });
    expect(Object.keys(seen).sort()).toEqual([...optionKeys.filter((key) => knownOptions[key].public), "mine"].sort());
  });
});
