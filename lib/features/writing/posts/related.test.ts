import { beforeAll, describe, expect, it } from "vitest";
import { visitor } from "../../../core/access";
import { anEditor, system } from "../../../testing/actors";
import { aCategory, aPost, aTag, inHours, refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { updateTag } from "../../taxonomy/tags/mutations";
import { updatePost } from "./mutations";
import { getRelated, getSeries } from "./related";

const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
const titles = (found: readonly { title: string }[]) => found.map(({ title }) => title);
const relatedTo = async ({ id }: { id: number }) => titles(await getRelated(visitor, { postId: id }));

describe("related posts", () => {
  let [boats, tides]: { id: number }[] = [];
  beforeAll(async () => {
    await freshDatabase();
    [boats, tides] = [await aTag("Boats"), await aTag("Tides")];
    const tagIds = [boats.id];
    await aPost(system, { title: "Both", tagIds: [boats.id, tides.id], createTime: at("2020-01-01") });
    await aPost(system, { title: "Newer", tagIds, createTime: at("2023-01-01") });
    await aPost(system, { title: "Older", tagIds, createTime: at("2022-01-01") });
    await aPost(system, { title: "Oldest", tagIds, createTime: at("2021-01-01") });
    const closed = await aCategory({ password: "tide tables" });
    for (const hidden of [
      { title: "Draft barnacle", status: "DRAFT" as const },
      { title: "Private barnacle", status: "INTIMATE" as const },
      { title: "Coming barnacle", createTime: inHours(2) },
      { title: "Binned barnacle", status: "RECYCLE" as const },
    ])
      await aPost(system, { ...hidden, tagIds: [boats.id, tides.id] });
    await aPost(system, { title: "Locked barnacle", categoryIds: [closed.id] });
    await aPost(system, { title: "One barnacle after the other" });
    await aPost(system, { title: "Scraping", originalContent: "A barnacle." });
  });

  it("share most tags first, then are the newest", async () => {
    const one = await aPost(system, { title: "One", tagIds: [boats?.id ?? 0, tides?.id ?? 0] });
    expect(await relatedTo(one)).toEqual(["Both", "Newer", "Older"]);
  });

  it("are the same, however many with the same tags are hidden", async () => {
    const tagIds = [boats?.id ?? 0, (await aTag("Ropes")).id];
    const one = await aPost(system, { title: "Ropes", tagIds });
    const before = await relatedTo(one);
    for (let made = 0; made < 60; made += 1) await aPost(system, { status: "DRAFT", tagIds });
    expect(await relatedTo(one)).toEqual(before);
  });

  it("follow what is published, filed and hidden", async () => {
    const tagIds = [(await aTag("Sails")).id];
    const one = await aPost(system, { title: "Sails", tagIds });
    expect(await relatedTo(one)).toEqual([]);
    const jib = await aPost(system, { title: "Jib", tagIds });
    expect(await relatedTo(one)).toEqual(["Jib"]);
    await updatePost(system, { postId: jib.id, title: "Jib", tagIds: [] });
    expect(await relatedTo(one)).toEqual([]);
    const genoa = await aPost(system, { title: "Genoa", tagIds });
    expect(await relatedTo(one)).toEqual(["Genoa"]);
    await updatePost(system, { postId: genoa.id, title: "Genoa", status: "INTIMATE", tagIds });
    expect(await relatedTo(one)).toEqual([]);
  });

  it("are found by the words of a title where tags find too few, and never by what only some may read", async () => {
    expect(await relatedTo(await aPost(system, { title: "The barnacle of the year" }))).toEqual([
      "One barnacle after the other",
    ]);
    expect(await relatedTo(await aPost(system, { title: "Nothing alike" }))).toEqual([]);
  });

  it("are told of a post that the caller may see, and of no other", async () => {
    const { id } = await aPost(system, { status: "INTIMATE" });
    expect(await refusal(getRelated(visitor, { postId: id }))).toMatchObject({ code: "not_found" });
    expect(await getRelated(await anEditor(), { postId: id })).toBeInstanceOf(Array);
  });
});

describe("a series", () => {
  it("is the public posts of its tag from the oldest on, and of no other tag", async () => {
    await freshDatabase();
    const tag = await aTag("Restoring the Tern");
    const tagIds = [tag.id];
    await aPost(system, { title: "Second", tagIds, createTime: at("2024-02-01") });
    await aPost(system, { title: "First", tagIds, createTime: at("2024-01-01") });
    await aPost(system, { title: "Coming", tagIds, createTime: inHours(2) });
    expect(await refusal(getSeries(visitor, { tag: tag.slug }))).toMatchObject({ code: "not_found" });
    await updateTag(system, { tagId: tag.id, name: tag.name, series: true });
    const { name, url, parts } = await getSeries(visitor, { tag: tag.slug });
    expect({ name, url }).toEqual({ name: tag.name, url: tag.url });
    expect(titles(parts)).toEqual(["First", "Second"]);
  });
});
