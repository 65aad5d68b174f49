import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access";
import { subscribe } from "../../core/events";
import { anActor, anAuthor, anEditor, visitor } from "../../testing/actors";
import { eventCount, lastEvent, refusal } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { aToken, call } from "../../testing/api";
import { createLink, deleteLink, updateLink, updateLinks } from "./mutations";
import { getLink, listLinks, listLinkTeams, listPublicLinks } from "./queries";

let editor: Actor;

beforeEach(async () => {
  await freshDatabase();
  editor = await anEditor();
});

const url = "https://example.org/";

describe("Create link", () => {
  it("needs a name and an address only", async () => {
    const link = await createLink(editor, { name: " A friend ", url });
    expect(link).toEqual({
      id: link.id,
      name: "A friend",
      url,
      description: "",
      logo: "",
      priority: 0,
      team: "",
      health: "UNKNOWN",
      checkStatus: null,
      checkTime: null,
      createTime: expect.any(Date),
      updateTime: expect.any(Date),
    });
    expect(await lastEvent()).toMatchObject({
      operation: "createLink",
      subject: `link:${link.id}`,
      summary: "A friend",
      cacheKeys: ["links"],
    });
  });

  it("keeps every field at its bound, and ignores an id", async () => {
    const given = {
      name: "😀".repeat(255),
      url: `https://example.org/${"a".repeat(1003)}`,
      description: "d".repeat(255),
      logo: "/a".repeat(511),
      priority: -2_147_483_648,
      team: "t".repeat(255),
    };
    const link = await createLink(editor, { ...given, id: 77 });
    expect(link).toMatchObject(given);
    expect(link.id).not.toBe(77);
  });

  it("is an EDITOR's, as every change is", async () => {
    const { id } = await createLink(editor, { name: "x", url });
    for (const [actor, status] of [
      [visitor, 401],
      [await anActor("SUBSCRIBER"), 403],
      [await anAuthor(), 403],
    ] as const)
      for (const work of [
        () => createLink(actor, { name: "y", url }),
        () => updateLink(actor, { id, name: "y", url }),
        () => updateLinks(actor, { items: [{ id, name: "y", url }] }),
        () => deleteLink(actor, { id }),
        () => listLinks(actor, {}),
        () => getLink(actor, { id }),
      ])
        await expect(work()).rejects.toMatchObject({ status });
    expect((await listLinks(editor, {})).items.map(({ name }) => name)).toEqual(["x"]);
  });
});

describe("Update link", () => {
  it("leaves alone what is not sent, and clears by null", async () => {
    const before = await createLink(editor, {
      name: "x",
      url,
      description: "d",
      logo: "/a.png",
      priority: 3,
      team: "Friends",
    });
    expect(await updateLink(editor, { id: before.id, name: "y", url: "http://example.com/" })).toEqual({
      ...before,
      name: "y",
      url: "http://example.com/",
      updateTime: expect.any(Date),
    });
    expect(
      await updateLink(editor, {
        id: before.id,
        name: "y",
        url,
        description: null,
        logo: null,
        priority: null,
        team: null,
      }),
    ).toMatchObject({ description: "", logo: "", priority: 0, team: "" });
    await expect(updateLink(editor, { id: 999, name: "y", url })).rejects.toMatchObject({ status: 404 });
  });

  it("refuses another id in the body than the address says", async () => {
    const [{ id }, { token }] = [await createLink(editor, { name: "x", url }), await aToken("EDITOR")];
    expect(await call("PUT", `/admin/links/${id}`, { token, body: { id: id + 1, name: "y", url } })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "id", code: "wrong_value" }] },
    });
    expect((await call("PUT", `/admin/links/${id}`, { token, body: { id, name: "y", url } })).status).toBe(200);
    expect((await call("PUT", `/admin/links/${id}`, { token, body: { id: null, name: "z", url } })).status).toBe(200);
  });

  it("of several changes all or none", async () => {
    const [a, b] = [await createLink(editor, { name: "a", url }), await createLink(editor, { name: "b", url })];
    const changed = await updateLinks(editor, {
      items: [
        { id: b.id, name: "b", url, priority: 2, team: "Friends" },
        { id: a.id, name: "a", url, priority: 1 },
      ],
    });
    expect(changed.map(({ id, priority, team }) => [id, priority, team])).toEqual([
      [b.id, 2, "Friends"],
      [a.id, 1, ""],
    ]);
    const events = await eventCount();
    await expect(
      updateLinks(editor, {
        items: [
          { id: a.id, name: "gone wrong", url },
          { id: 999, name: "x", url },
        ],
      }),
    ).rejects.toMatchObject({ status: 404 });
    expect(
      await refusal(
        updateLinks(editor, {
          items: [
            { id: a.id, name: "x", url },
            { id: a.id, name: "y", url },
          ],
        }),
      ),
    ).toMatchObject({ status: 400, extra: { errors: [{ field: "items.1", code: "duplicate" }] } });
    expect((await getLink(editor, { id: a.id })).name).toBe("a");
    expect(await eventCount()).toBe(events);
  });

  it("makes what shows it stale", async () => {
    const { id } = await createLink(editor, { name: "x", url });
    const heard: (readonly string[])[] = [];
    const stop = subscribe((event) => heard.push(event.cacheKeys));
    await updateLink(editor, { id, name: "y", url });
    await deleteLink(editor, { id });
    stop();
    expect(heard).toEqual([["links"], ["links"]]);
  });
});

describe("List links", () => {
  it("is for anyone: by team, higher priority first, then by name", async () => {
    for (const [name, team, priority] of [
      ["b", "Tools", 0],
      ["a", "Tools", 0],
      ["z", "Tools", 5],
      ["y", "Friends", -1],
      ["x", "", 0],
    ] as const)
      await createLink(editor, { name, url, team, priority });
    const names = ["x", "y", "z", "a", "b"];
    for (const list of [(await listPublicLinks(visitor, {})).items, (await listLinks(editor, {})).items])
      expect(list.map(({ name }) => name)).toEqual(names);
    expect((await listPublicLinks(visitor, { team: "Tools" })).items.map(({ name }) => name)).toEqual(["z", "a", "b"]);
    expect(await listPublicLinks(visitor, { team: "nobody" })).toEqual({ items: [], total: 0 });
    expect(await listLinkTeams(editor, {})).toEqual(["Friends", "Tools"]);
    await expect(getLink(editor, { id: 999 })).rejects.toMatchObject({ status: 404 });
    await expect(deleteLink(editor, { id: 999 })).rejects.toMatchObject({ status: 404 });
  });
});
