import { beforeEach, describe, expect, it } from "vitest";
import { photos } from "../../../db/schema";
import { visitor } from "../../core/access";
import { subscribe } from "../../core/events";
import { searchPublicPhotos } from "./queries";
import { flushCounts } from "../writing/counters";
import { aForm, aToken, call, logged } from "../../testing/api";
import { eventCount, lastEvent } from "../../testing/factories";
import { aJpeg, cameraExif } from "../../testing/pictures";
import { freshDatabase, stored } from "../../testing/setup";

type Json = Record<string, unknown>;
let token: string;

beforeEach(async () => {
  await freshDatabase();
  token = (await aToken("EDITOR")).token;
  logged.length = 0;
});

const create = (fields: Json) =>
  call("POST", "/admin/photos", { token, body: { name: "Sea", thumbnail: "", url: "/sea.jpg", ...fields } });
const names = async (path: string) => (await call("GET", path, { token })).list.map(({ name }) => name);
const faults = (json: Json) => (json.errors as Json[]).map(({ field, code }) => `${String(field)} ${String(code)}`);

describe("Create photo", () => {
  it("keeps every field that was sent", async () => {
    const given = {
      name: "Sea",
      thumbnail: "/s.jpg",
      url: "https://cdn.example/sea.jpg",
      description: "Waves",
      location: "Here",
      takeTime: "2024-02-29T12:00:00.000Z",
      team: "Coast",
    };
    const { status, json, headers } = await call("POST", "/admin/photos", { token, body: { id: 77, ...given } });
    expect([status, headers.get("location")]).toEqual([201, "/api/admin/photos/1"]);
    expect(json).toEqual({
      id: 1,
      ...given,
      priority: 0,
      likes: 0,
      width: null,
      height: null,
      image: null,
      createTime: expect.any(String),
      updateTime: expect.any(String),
    });
    expect(await lastEvent()).toMatchObject({
      operation: "createPhoto",
      subject: "photo:1",
      summary: "Sea",
      cacheKeys: ["photos"],
    });
  });

  it("takes its date from the camera where it is one of our attachments, but not its place, which all would read", async () => {
    const { list } = await call("POST", "/admin/attachments", {
      token,
      body: aForm("p.jpg", await aJpeg({ width: 600, height: 400, exif: cameraExif })),
    });
    const url = String((list[0] as Json).url);
    const { json } = await create({ url });
    expect(json).toMatchObject({
      takeTime: "2024-02-29T04:30:45.000Z",
      location: "",
      width: 600,
      height: 400,
      image: {
        url: expect.stringMatching(/\?v=\w+$/),
        srcSet: expect.stringMatching(/480\.webp\?v=\w+ 480w, .*600w$/),
        placeholder: expect.stringMatching(/^data:image\/webp/),
      },
    });
    expect((await create({ url, takeTime: "2000-01-01T00:00:00Z" })).json.takeTime).toBe("2000-01-01T00:00:00.000Z");
    expect(
      (
        await call("PUT", `/admin/photos/${String(json.id)}`, {
          token,
          body: { name: "Sea", thumbnail: "", url, takeTime: null },
        })
      ).json.takeTime,
    ).toBeNull();
    expect(
      (await call("GET", `/admin/attachments/1/usages`, { token })).list.map(({ kind, field }) => [kind, field]),
    ).toEqual([
      ["photo", "url"],
      ["photo", "url"],
    ]);
  });

  it.each([
    [{ url: "javascript:alert(1)" }, ["url wrong_scheme"]],
    [{ thumbnail: "data:image/png,x" }, ["thumbnail wrong_scheme"]],
    [{ name: " " }, ["name required"]],
    [{ likes: 5 }, ["likes unknown"]],
    [{ url: undefined }, ["url required"]],
  ])("refuses %j", async (fields, expected) => {
    const { status, json } = await create(fields);
    expect([status, faults(json)]).toEqual([400, expected]);
    expect(await stored().select().from(photos)).toEqual([]);
  });

  it("is an EDITOR's, as every change is", async () => {
    await create({});
    const { token: author } = await aToken("AUTHOR");
    for (const [method, path, body] of [
      ["POST", "/admin/photos", { name: "x", thumbnail: "", url: "/x" }],
      ["PUT", "/admin/photos/1", { name: "x", thumbnail: "", url: "/x" }],
      ["DELETE", "/admin/photos/1", undefined],
      ["GET", "/admin/photos", undefined],
    ] as const)
      expect([method, (await call(method, path, { token: author, body })).status]).toEqual([method, 403]);
    expect(await names("/admin/photos")).toEqual(["Sea"]);
  });
});

describe("Create photos at once", () => {
  it("is all or none, naming what is wrong by its place", async () => {
    const photo = { name: "A", thumbnail: "", url: "/a.jpg" };
    const made = await call("POST", "/admin/photos/batch", { token, body: [photo, { ...photo, name: "B" }] });
    expect([made.status, made.list.map(({ name }) => name)]).toEqual([201, ["A", "B"]]);
    const refused = await call("POST", "/admin/photos/batch", { token, body: [photo, { ...photo, name: "" }] });
    expect([refused.status, faults(refused.json)]).toEqual([400, ["1.name required"]]);
    expect((await stored().select().from(photos)).length).toBe(2);
  });
});

describe("Update photo", () => {
  it("leaves alone what is not sent, and clears by null", async () => {
    const before = (await create({ description: "Waves", location: "Here", takeTime: 0, team: "Coast" })).json;
    const same = await call("PUT", "/admin/photos/1", { token, body: { name: "New", thumbnail: "", url: "/sea.jpg" } });
    expect(same.json).toEqual({ ...before, name: "New", updateTime: expect.any(String) });
    const cleared = await call("PUT", "/admin/photos/1", {
      token,
      body: {
        id: 1,
        name: "New",
        thumbnail: "",
        url: "/sea.jpg",
        description: null,
        location: null,
        takeTime: null,
        team: null,
      },
    });
    expect(cleared.json).toMatchObject({ description: "", location: "", takeTime: null, team: "" });
    expect(
      faults(
        (await call("PUT", "/admin/photos/1", { token, body: { id: 2, name: "New", thumbnail: "", url: "/sea.jpg" } }))
          .json,
      ),
    ).toEqual(["id wrong_value"]);
    expect(
      (await call("PUT", "/admin/photos/99", { token, body: { name: "New", thumbnail: "", url: "/sea.jpg" } })).status,
    ).toBe(404);
  });

  it("at once changes all or none", async () => {
    await create({});
    await create({ name: "Sky" });
    const events = await eventCount();
    const item = { thumbnail: "", url: "/x.jpg" };
    expect(
      (
        await call("PUT", "/admin/photos/batch", {
          token,
          body: [
            { ...item, id: 1, name: "X" },
            { ...item, id: 99, name: "Y" },
          ],
        })
      ).status,
    ).toBe(404);
    expect([await names("/admin/photos/latest"), await eventCount()]).toEqual([["Sky", "Sea"], events]);
    const done = await call("PUT", "/admin/photos/batch", {
      token,
      body: [
        { ...item, id: 2, name: "X" },
        { ...item, id: 1, name: "Y" },
      ],
    });
    expect([done.status, done.list.map(({ id, name }) => [id, name])]).toEqual([
      200,
      [
        [2, "X"],
        [1, "Y"],
      ],
    ]);
  });
});

describe("List photos", () => {
  it("team by team, the newest shot first; and the last added first", async () => {
    for (const [name, team, takeTime] of [
      ["a", "B", 1000],
      ["b", "A", 1000],
      ["c", "B", 2000],
      ["d", "", null],
    ] as const)
      await create({ name, team, takeTime });
    expect(await names("/admin/photos")).toEqual(["d", "b", "c", "a"]);
    expect(await names("/content/photos")).toEqual(["d", "b", "c", "a"]);
    expect(await names("/admin/photos/latest")).toEqual(["d", "c", "b", "a"]);
    expect(await names("/admin/photos/latest?size=2")).toEqual(["d", "c"]);
    expect(await names("/content/photos?team=B")).toEqual(["c", "a"]);
    expect(await names("/admin/photos?keyword=C")).toEqual(["c"]);
    expect((await call("GET", "/admin/photos/teams", { token })).list).toEqual(["A", "B"]);
    expect((await call("GET", "/admin/photos?page=2&size=3", { token })).headers.get("x-total-count")).toBe("4");
  });
});

describe("a photo", () => {
  it("is liked once a day from one address, whoever else likes it at the same time", async () => {
    await create({});
    const like = async (ip: string) => (await call("POST", "/content/photos/1/likes", { ip })).json.likes;
    expect([await like("192.0.2.1"), await like("192.0.2.1")]).toEqual([1, 1]);
    await Promise.all(Array.from({ length: 20 }, (_, i) => like(`192.0.3.${i}`)));
    expect((await call("GET", "/admin/photos/1", { token })).json.likes).toBe(21);
    expect((await call("POST", "/content/photos/9/likes")).status).toBe(404);
    // Counted in memory until the next flush, so that a like costs no commit.
    expect(await stored().select({ likes: photos.likes }).from(photos)).toEqual([{ likes: 0 }]);
    await flushCounts();
    expect(await stored().select({ likes: photos.likes }).from(photos)).toEqual([{ likes: 21 }]);
    expect((await call("GET", "/admin/photos/1", { token })).json.likes).toBe(21);
  });

  it("is deleted, and makes what shows it stale", async () => {
    await create({});
    const heard: (readonly string[])[] = [];
    const stop = subscribe(({ cacheKeys }) => heard.push(cacheKeys));
    expect((await call("DELETE", "/admin/photos/1", { token })).status).toBe(204);
    stop();
    expect(heard).toEqual([["photos"]]);
    expect((await call("DELETE", "/admin/photos/1", { token })).status).toBe(404);
    expect(await names("/admin/photos")).toEqual([]);
    expect(logged).toEqual([]);
  });
});

describe("the order of photos", () => {
  const shown = async () =>
    (await call("GET", "/content/photos")).list.map(({ name, team }) => `${String(team)}:${String(name)}`);

  it("is chosen within a team, otherwise by their dates, and can be taken back", async () => {
    const ids: number[] = [];
    for (const name of ["First", "Second", "Third"])
      ids.push(Number((await create({ name, team: "Sea", takeTime: `200${ids.length}-01-01T00:00:00Z` })).json.id));
    expect(await shown()).toEqual(["Sea:Third", "Sea:Second", "Sea:First"]);
    const place = (body: unknown) => call("PUT", "/admin/photos/places", { token, body });
    const { status, json } = await place([
      { photoId: ids[0], team: "Sea", priority: 2 },
      { photoId: ids[2], team: "Sea", priority: 1 },
      { photoId: ids[1], team: "Hills", priority: 0 },
    ]);
    expect([status, (json.before as Json[]).length]).toEqual([200, 3]);
    expect(await shown()).toEqual(["Hills:Second", "Sea:First", "Sea:Third"]);
    await place(json.before);
    expect(await shown()).toEqual(["Sea:Third", "Sea:Second", "Sea:First"]);
    expect(
      (
        await place([
          { photoId: ids[0], team: "X", priority: 1 },
          { photoId: 999, team: "X", priority: 1 },
        ])
      ).status,
    ).toBe(404);
    expect((await shown()).length).toBe(3);
    expect((await shown()).join()).not.toContain("X:");
  });

  it("keeps the rest when several are deleted, which all are or none", async () => {
    for (const name of ["a", "b", "c"]) await create({ name });
    const remove = async (query: string) => (await call("DELETE", `/admin/photos?${query}`, { token })).status;
    expect([await remove("ids=1&ids=999"), await remove("ids=1&ids=1"), await remove("ids=1&ids=3")]).toEqual([
      404, 400, 204,
    ]);
    expect(await shown()).toEqual([":b"]);
  });
});

describe("The wall of photos", () => {
  it("has each photo once, on pages, team by team, those without one last", async () => {
    const items = Array.from({ length: 250 }, (_, i) => ({
      name: `Photo ${i}`,
      thumbnail: "",
      url: `/p${i}.jpg`,
      team: ["", "Coast", "Hills"][i % 3],
    }));
    expect((await call("POST", "/admin/photos/batch", { token, body: items })).status).toBe(201);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => searchPublicPhotos(visitor, { page, size: 100 })));
    expect(pages.map((page) => [page.items.length, page.total])).toEqual([
      [100, 250],
      [100, 250],
      [50, 250],
      [0, 250],
    ]);
    const all = pages.flatMap((page) => page.items);
    expect(new Set(all.map(({ id }) => id)).size).toBe(250);
    expect([...new Set(all.map(({ team }) => team))]).toEqual(["Coast", "Hills", ""]);
  });
});
