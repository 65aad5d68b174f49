import { beforeEach, describe, expect, it } from "vitest";
import { system } from "../../testing/actors";
import { refusal } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { createPhoto } from "./mutations";
import { movePhoto, placePhotos } from "./ordering";
import { listPhotos, searchPhotos, searchPublicPhotos } from "./queries";
import type { PhotoMove } from "./schema";

const teams = ["", "Hills", "Sea"];
let ids: number[];

beforeEach(async () => {
  await freshDatabase();
  ids = [];
  for (let n = 0; n < 9; n += 1) {
    const day = `2026-01-0${n + 1}T10:00:00Z`;
    const given = { name: `Photo ${n}`, url: "/a.jpg", thumbnail: "", team: teams[n % 3] ?? "" };
    // Of every second one, nobody knows when it was taken.
    const { id } = await createPhoto(system, { ...given, ...(n % 2 === 0 && { takeTime: day }) });
    ids.push(id);
  }
});

/** The wall as its pages show it: the numbers of each team. */
async function wall(size = 100): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (let page = 1; ; page += 1) {
    const { items, total } = await searchPhotos(system, { page, size });
    expect(total).toBe(ids.length);
    if (items.length === 0) return found;
    for (const { id, team } of items) (found[team] ??= []).push(id);
  }
}

describe("the pages of the wall", () => {
  it("are the whole wall in its order, whatever their size, with those without a team last", async () => {
    const whole = await wall();
    expect(Object.keys(whole)).toEqual(["Hills", "Sea", ""]);
    for (const size of [1, 2, 4, 9]) expect(await wall(size)).toEqual(whole);
    const { items: listed } = await listPhotos(system, {});
    for (const team of teams)
      expect(whole[team]).toEqual(listed.filter((photo) => photo.team === team).map(({ id }) => id));
  });

  it("can be narrowed, and are the same for visitors", async () => {
    const { items, total } = await searchPublicPhotos(system, { team: "Sea", page: 2, size: 2 });
    expect([items.map(({ id }) => id), total]).toEqual([(await wall()).Sea?.slice(2), 3]);
    expect(await searchPhotos(system, { keyword: "photo 4" })).toMatchObject({ items: [{ id: ids[4] }], total: 1 });
  });
});

describe("a moved photo", () => {
  it("stands where it was put, any number of times, and all others stay in their order", async () => {
    const model = await wall();
    for (let n = 0; n < 60; n += 1) {
      const [photoId, target] = [ids[(n * 7) % 9] ?? 0, ids[(n * 5 + 3) % 9] ?? 0];
      const from = teams.find((team) => model[team]?.includes(photoId)) ?? "";
      const own = model[from] ?? [];
      const at = own.indexOf(photoId);
      const way = n % 4;
      const move: Omit<PhotoMove, "photoId"> =
        way === 0
          ? { step: "earlier" }
          : way === 1
            ? { team: teams[n % 3] }
            : { beside: target, side: way === 2 ? "before" : "after" };
      model[from] = own.filter((id) => id !== photoId);
      const to =
        move.team ??
        (move.beside
          ? teams.find((team) => [...(model[team] ?? []), ...(team === from ? [photoId] : [])].includes(target))
          : from) ??
        "";
      const row = (model[to] ??= []);
      const place =
        way === 0
          ? Math.max(0, at - 1)
          : way === 1
            ? row.length
            : target === photoId
              ? at
              : row.indexOf(target) + (way === 2 ? 0 : 1);
      row.splice(place, 0, photoId);
      const moved = await movePhoto(system, { photoId, ...move });
      expect([moved.place, moved.of]).toEqual([place + 1, row.length]);
      const now = await wall();
      for (const team of teams) expect([n, team, now[team] ?? []]).toEqual([n, team, model[team] ?? []]);
    }
  });

  it("has its place among the greatest and the least numbers that can be stored, too", async () => {
    const most = 2 ** 31 - 1;
    for (const priority of [most, -most - 1]) {
      const [first = 0, second = 0, third = 0] = (await wall()).Sea ?? [];
      await placePhotos(system, {
        items: [first, second, third].map((photoId) => ({ photoId, team: "Sea", priority })),
      });
      for (const kind of ["beside", "team", "step"] as const) {
        const before = (await wall()).Sea ?? [];
        const [top = 0, last = 0] = [before[0], before.at(-1)];
        const photoId = kind === "step" ? last : top;
        const move = { beside: { beside: last }, team: { team: "Sea" }, step: { step: "earlier" as const } }[kind];
        const { place, of, before: places } = await movePhoto(system, { photoId, ...move });
        const after = (await wall()).Sea ?? [];
        expect([after.indexOf(photoId) + 1, after.length]).toEqual([place, of]);
        expect(after.filter((id) => id !== photoId)).toEqual(before.filter((id) => id !== photoId));
        await placePhotos(system, { items: places });
        expect((await wall()).Sea).toEqual(before);
        await movePhoto(system, { photoId, ...move });
      }
    }
  });

  it("goes back with what the move answered", async () => {
    const before = await wall();
    const last = before.Sea?.at(-1) ?? 0;
    const moved = await movePhoto(system, { photoId: last, beside: before.Sea?.[0] });
    expect((await wall()).Sea?.[0]).toBe(last);
    await placePhotos(system, { items: moved.before });
    expect(await wall()).toEqual(before);
  });

  it("leaves alone those behind it, and is not moved where it stands elsewhere by now", async () => {
    const { Sea: [, second = 0, third = 0] = [] } = await wall();
    expect((await movePhoto(system, { photoId: third, step: "earlier" })).before.map(({ photoId }) => photoId)).toEqual(
      expect.not.arrayContaining([second]),
    );
    const from = { team: "Sea", priority: 99 };
    expect(await refusal(movePhoto(system, { photoId: third, step: "later", from }))).toMatchObject({ code: "stale" });
  });
});
