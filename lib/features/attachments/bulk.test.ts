import { beforeEach, describe, expect, it } from "vitest";
import { attachments } from "../../../db/schema";
import { system } from "../../core/access";
import { storage } from "../../services/files/storage";
import { aForm, aToken, call } from "../../testing/api";
import { eventCount, lastEvent } from "../../testing/factories";
import { aJpeg } from "../../testing/pictures";
import { freshDatabase, stored } from "../../testing/setup";
import { createPhoto, deletePhoto } from "../photos/mutations";
import { createPost, updatePost } from "../writing/posts/mutations";
import { getAttachmentAt, listAttachmentIds } from "./queries";

type Made = { id: number; url: string; name: string };
let author: { id: number; token: string };
let other: { id: number; token: string };

beforeEach(async () => {
  await freshDatabase();
  [author, other] = [await aToken("AUTHOR"), await aToken("AUTHOR")];
});

async function upload(name: string, bytes: Buffer | string = "A text.", team = "", { token } = author): Promise<Made> {
  return (await call("POST", "/admin/attachments", { token, body: aForm(name, bytes, { team }) })).list[0] as Made;
}
const names = async (query: string) =>
  (await call("GET", `/admin/attachments?sort=id,asc&${query}`, { token: author.token })).list.map(({ name }) => name);
async function folders(): Promise<number> {
  let found = 0;
  for await (const { name } of storage().folders(4)) found += name ? 1 : 0;
  return found;
}

describe("a list of files", () => {
  it("is narrowed to a team, to those without one, to a kind, to words of what is shown", async () => {
    const sea = await upload("sea.jpg", await aJpeg(), "Coast");
    await upload("a.txt", "A text.", "Coast");
    await upload("b.txt");
    await call("PUT", `/admin/attachments/${sea.id}`, {
      token: author.token,
      body: { altText: "Two Boats in fog", caption: "Before the storm" },
    });
    expect(await names("team=Coast")).toEqual(["sea.jpg", "a.txt"]);
    expect(await names("team=")).toEqual(["b.txt"]);
    expect(await names("mediaType=image")).toEqual(["sea.jpg"]);
    expect(await names("keyword=boats")).toEqual(["sea.jpg"]);
    expect(await names("keyword=storm&mediaType=text")).toEqual([]);
    expect(await names("keyword=coast")).toEqual(["sea.jpg", "a.txt"]);
  });

  it("tells those that nothing uses, which also those are whose last user is gone", async () => {
    const [sea, hill, text] = [await upload("sea.jpg"), await upload("hill.jpg"), await upload("a.txt")];
    const post = await createPost(system, { title: "A draft", originalContent: `[x](${sea.url})` });
    const photo = await createPhoto(system, { name: "Hill", url: hill.url, thumbnail: "" });
    expect([await names("unused=true"), await names("unused=false")]).toEqual([["a.txt"], ["sea.jpg", "hill.jpg"]]);
    await deletePhoto(system, { photoId: photo.id });
    await updatePost(system, { postId: post.id, title: "A draft", originalContent: `[x](${text.url})` });
    expect([await names("unused=true"), await names("unused=false")]).toEqual([["sea.jpg", "hill.jpg"], ["a.txt"]]);
    expect(await listAttachmentIds(system, { unused: true })).toEqual({ ids: [hill.id, sea.id], total: 2 });
  });

  it("finds a file by the address that a record holds, for those who may see it", async () => {
    const made = await upload("a.txt");
    const actor = { ...system, role: "AUTHOR" as const };
    const at = (id: number, address: string) => getAttachmentAt({ ...actor, id }, { address });
    expect(await at(author.id, `${made.url}?v=1`)).toMatchObject({ id: made.id, name: "a.txt" });
    expect([
      await at(other.id, made.url),
      await at(author.id, "https://example.org/a.txt"),
      await at(author.id, "/uploads/2026/11/0000000000000000/a.txt"),
    ]).toEqual([null, null, null]);
  });
});

it("of several that are used in very many texts the refusal counts all, and names so many usages", async () => {
  const made: Made[] = [];
  for (let i = 0; i < 12; i += 1) made.push(await upload(`${i}.txt`));
  const originalContent = made.map(({ url }) => `[x](${url})`).join(" ");
  for (let i = 0; i < 100; i += 1) await createPost(system, { title: "A draft", originalContent });
  const ids = made.map(({ id }) => `ids=${id}`).join("&");
  const { status, json } = await call("DELETE", `/admin/attachments?${ids}`, {
    token: (await aToken("ADMIN")).token,
  });
  const { detail, current } = json as { detail: string; current: { usages: unknown[] }[] };
  expect([status, current.reduce((sum, { usages }) => sum + usages.length, 0)]).toEqual([409, 1000]);
  expect(detail).toMatch(/^12 of these attachments are used/);
});

describe("Put into teams", () => {
  it("changes all and tells the teams before, so that it can be taken back", async () => {
    const [a, b] = [await upload("a.txt", "A", "Old"), await upload("b.txt")];
    const put = (body: unknown, { token } = author) => call("PUT", "/admin/attachments/teams", { token, body });
    const { status, json } = await put([
      { attachmentId: a.id, team: "New" },
      { attachmentId: b.id, team: "New" },
    ]);
    expect([status, json]).toEqual([
      200,
      {
        before: [
          { attachmentId: a.id, team: "Old", from: { team: "New" } },
          { attachmentId: b.id, team: "", from: { team: "New" } },
        ],
      },
    ]);
    expect(await names("team=New")).toEqual(["a.txt", "b.txt"]);
    expect(await lastEvent()).toMatchObject({ operation: "setAttachmentTeams", summary: "2 put into teams" });
    expect((await put(json.before)).status).toBe(200);
    expect(await names("team=Old")).toEqual(["a.txt"]);
  });

  it("changes none where one of them is somebody else's, or named twice", async () => {
    const [mine, theirs] = [await upload("a.txt"), await upload("b.txt", "B", "", other)];
    const events = await eventCount();
    const put = async (...ids: number[]) =>
      (
        await call("PUT", "/admin/attachments/teams", {
          token: author.token,
          body: ids.map((attachmentId) => ({ attachmentId, team: "New" })),
        })
      ).status;
    expect([await put(mine.id, theirs.id), await put(mine.id, mine.id), await put()]).toEqual([404, 400, 400]);
    expect((await stored().select().from(attachments)).map(({ team }) => team)).toEqual(["", ""]);
    expect(await eventCount()).toBe(events);
  });
});

describe("Delete several attachments", () => {
  const remove = (query: string, { token } = author) => call("DELETE", `/admin/attachments?${query}`, { token });

  it("is refused while one is used, naming each with where, unless it is forced", async () => {
    const [sea, hill] = [await upload("sea.jpg", await aJpeg()), await upload("hill.jpg", await aJpeg())];
    await createPost({ ...system, id: author.id }, { title: "Mine", originalContent: `![](${sea.url})` });
    await createPost({ ...system, id: other.id }, { title: "Another's draft", thumbnail: sea.url });
    const refused = await remove(`ids=${sea.id}&ids=${hill.id}`, author);
    expect(refused.json).toMatchObject({
      status: 409,
      detail: expect.stringContaining("1 of these attachments"),
      current: [{ id: sea.id, name: "sea.jpg", usages: [{ kind: "post", title: "Mine", field: "text" }] }],
    });
    expect(await folders()).toBe(2);
    expect((await remove(`ids=${sea.id}&ids=${hill.id}&force=true`)).status).toBe(204);
    expect(await stored().select().from(attachments)).toEqual([]);
    expect(await lastEvent()).toMatchObject({ summary: "2 deleted, used ones as well" });
  });

  it("deletes none where one is somebody else's or missing", async () => {
    const [mine, theirs] = [await upload("a.txt"), await upload("b.txt", "B", "", other)];
    expect([
      (await remove(`ids=${mine.id}&ids=${theirs.id}`)).status,
      (await remove(`ids=${mine.id}&ids=999`)).status,
      (await remove("force=true")).status,
    ]).toEqual([404, 404, 400]);
    const left = async () => (await stored().select().from(attachments)).length;
    expect(await left()).toBe(2);
    expect((await remove(`ids=${mine.id}`)).status).toBe(204);
    expect(await left()).toBe(1);
    // Its file stays for as long as it can be put back.
    expect(await folders()).toBe(2);
  });
});
