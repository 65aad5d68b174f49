import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access";
import { anActor, anAuthor, anEditor, visitor } from "../../testing/actors";
import { eventCount, faults, lastEvent } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { createMenu, deleteMenu, placeMenus, updateMenu, updateMenus } from "./mutations";
import { getMenu, listMenus, listPublicMenus } from "./queries";

let editor: Actor;

beforeEach(async () => {
  await freshDatabase();
  editor = await anEditor();
});

const entry = (name: string, parentId: number | null = null, priority = 0) =>
  createMenu(editor, { name, url: `/${name}`, parentId, priority });
/** The tree as it is shown. */
const drawn = async () =>
  (await listPublicMenus(visitor, {})).map(({ name, level }) => `${"-".repeat(level)}${name}`).join(" ");

describe("Create menu entry", () => {
  it("needs a name and an address only", async () => {
    const menu = await createMenu(editor, { name: " About ", url: " /about " });
    expect(menu).toEqual({
      id: menu.id,
      name: "About",
      url: "/about",
      parentId: null,
      priority: 0,
      target: "_self",
      icon: "",
      level: 0,
      createTime: expect.any(Date),
      updateTime: expect.any(Date),
    });
    expect(await lastEvent()).toMatchObject({
      operation: "createMenu",
      subject: `menu:${menu.id}`,
      summary: "About",
      cacheKeys: ["menus"],
    });
  });

  it("stands in its place: higher priority first, then in the order they were made", async () => {
    const [a, b] = [await entry("a"), await entry("b")];
    await entry("c", null, 5);
    await entry("b1", b.id);
    await entry("b2", b.id, 1);
    const a1 = await entry("a1", a.id);
    await entry("a11", a1.id);
    expect(await drawn()).toBe("c a -a1 --a11 b -b2 -b1");
  });

  it("refuses a parent that is not there, and a fourth level", async () => {
    expect(await faults(entry("x", 999))).toEqual(["parentId not_found"]);
    const third = await entry("c", (await entry("b", (await entry("a")).id)).id);
    expect(await faults(entry("d", third.id))).toEqual(["parentId wrong_value"]);
    expect(await drawn()).toBe("a -b --c");
  });

  it("is an EDITOR's, as every change is", async () => {
    const { id: menuId } = await entry("x");
    for (const [actor, status] of [
      [visitor, 401],
      [await anActor("SUBSCRIBER"), 403],
      [await anAuthor(), 403],
    ] as const)
      for (const work of [
        () => createMenu(actor, { name: "y", url: "/" }),
        () => updateMenu(actor, { menuId, name: "y", url: "/" }),
        () => updateMenus(actor, { items: [{ id: menuId, name: "y", url: "/" }] }),
        () => deleteMenu(actor, { menuId }),
        () => listMenus(actor, {}),
        () => getMenu(actor, { menuId }),
      ])
        await expect(work()).rejects.toMatchObject({ status });
    expect(await drawn()).toBe("x");
  });
});

describe("Update menu entry", () => {
  it("leaves alone what is not sent, and clears by null", async () => {
    const before = await createMenu(editor, {
      name: "x",
      url: "/x",
      priority: 3,
      target: "_blank",
      icon: "anchor",
      parentId: (await entry("top")).id,
    });
    expect(await updateMenu(editor, { menuId: before.id, name: "y", url: "https://example.org/" })).toEqual({
      ...before,
      name: "y",
      url: "https://example.org/",
      updateTime: expect.any(Date),
    });
    expect(
      await updateMenu(editor, {
        menuId: before.id,
        name: "y",
        url: "/",
        parentId: null,
        priority: null,
        target: null,
        icon: null,
      }),
    ).toMatchObject({ parentId: null, priority: 0, target: "_self", icon: "", level: 0 });
    expect(await faults(updateMenu(editor, { menuId: before.id, id: before.id + 1, name: "y", url: "/" }))).toEqual([
      "id wrong_value",
    ]);
    await expect(updateMenu(editor, { menuId: 999, name: "y", url: "/" })).rejects.toMatchObject({ status: 404 });
  });

  it("refuses to put an entry inside itself or its own below four levels", async () => {
    const a = await entry("a");
    const b = await entry("b", a.id);
    const c = await entry("c");
    await entry("c1", c.id);
    for (const parentId of [a.id, b.id])
      expect(await faults(updateMenu(editor, { menuId: a.id, name: "a", url: "/", parentId }))).toEqual([
        "parentId wrong_value",
      ]);
    expect(await faults(updateMenu(editor, { menuId: c.id, name: "c", url: "/", parentId: b.id }))).toEqual([
      "parentId wrong_value",
    ]);
    expect(await drawn()).toBe("a -b c -c1");
  });

  it("of several changes all or none", async () => {
    const [a, b] = [await entry("a"), await entry("b")];
    const c = await entry("c", b.id);
    await updateMenus(editor, {
      items: [
        { id: c.id, name: "c", url: "/", parentId: null },
        { id: b.id, name: "b", url: "/", parentId: c.id },
        { id: a.id, name: "a", url: "/", priority: -1 },
      ],
    });
    expect(await drawn()).toBe("c -b a");
    const events = await eventCount();
    expect(
      await faults(
        updateMenus(editor, {
          items: [
            { id: a.id, name: "A", url: "/" },
            { id: c.id, name: "c", url: "/", parentId: b.id },
          ],
        }),
      ),
    ).toEqual(["items.1.parentId wrong_value"]);
    await expect(
      updateMenus(editor, {
        items: [
          { id: a.id, name: "A", url: "/" },
          { id: 999, name: "x", url: "/" },
        ],
      }),
    ).rejects.toMatchObject({ status: 404 });
    expect(await drawn()).toBe("c -b a");
    expect(await eventCount()).toBe(events);
  });
});

describe("Place menu entries", () => {
  it("moves them, leaves their words alone, and answers what undoes it", async () => {
    const [a, b] = [await entry("a"), await entry("b")];
    const { before } = await placeMenus(editor, {
      items: [{ id: b.id, parentId: a.id, priority: 1, from: { parentId: null, priority: 0 } }],
    });
    expect(await drawn()).toBe("a -b");
    await placeMenus(editor, { items: before });
    expect(await drawn()).toBe("a b");
  });

  it("is refused with 412 where something stands elsewhere by now, and then moves nothing", async () => {
    const [a, b, c] = [await entry("a"), await entry("b"), await entry("c")];
    const from = { parentId: null, priority: 0 };
    await placeMenus(editor, { items: [{ id: c.id, parentId: b.id, priority: 1 }] });
    for (const items of [
      [
        { id: a.id, parentId: null, priority: 9, from },
        { id: c.id, parentId: a.id, priority: 1, from },
      ],
      [{ id: a.id, parentId: 999, priority: 1, from }],
    ])
      await expect(placeMenus(editor, { items })).rejects.toMatchObject({
        status: 412,
        extra: { reason: "order_stale" },
      });
    await expect(placeMenus(editor, { items: [{ id: 999, parentId: null, priority: 1 }] })).rejects.toMatchObject({
      status: 404,
    });
    expect(await drawn()).toBe("a b -c");
  });

  it("keeps the bounds of the tree, and is an EDITOR's", async () => {
    const a = await entry("a");
    const b = await entry("b", a.id);
    const c = await entry("c", b.id);
    const d = await entry("d");
    for (const [id, parentId] of [
      [a.id, c.id],
      [d.id, c.id],
    ] as const)
      expect(await faults(placeMenus(editor, { items: [{ id, parentId, priority: 1 }] }))).toEqual([
        "items.0.parentId wrong_value",
      ]);
    await expect(
      placeMenus(await anAuthor(), { items: [{ id: d.id, parentId: a.id, priority: 1 }] }),
    ).rejects.toMatchObject({ status: 403 });
    expect(await drawn()).toBe("a -b --c d");
  });
});

describe("Delete menu entry", () => {
  it("moves those below it up", async () => {
    const a = await entry("a");
    const b = await entry("b", a.id);
    await entry("c", b.id);
    await deleteMenu(editor, { menuId: b.id });
    expect(await drawn()).toBe("a -c");
    await deleteMenu(editor, { menuId: a.id });
    expect(await drawn()).toBe("c");
    for (const work of [() => deleteMenu(editor, { menuId: a.id }), () => getMenu(editor, { menuId: a.id })])
      await expect(work()).rejects.toMatchObject({ status: 404 });
  });
});
