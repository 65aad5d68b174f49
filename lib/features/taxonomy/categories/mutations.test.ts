import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { categories, postCategories } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { subscribe } from "../../../core/events";
import { engine } from "../../../core/operation";
import { updatePost } from "../../writing/posts/mutations";
import { getPublicPost } from "../../writing/posts/queries";
import { postStatuses } from "../../writing/schema";
import { anActor, anAuthor, anEditor, visitor } from "../../../testing/actors";
import { aPost, eventCount, faults, inHours, lastEvent, refusal } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { createCategory, deleteCategory, placeCategories, updateCategories, updateCategory } from "./mutations";
import { MOST_LEVELS } from "./schema";
import { getCategory, getCategoryBySlug, listCategories, listPublicCategories } from "./queries";

let editor: Actor;

beforeEach(async () => {
  await freshDatabase();
  editor = await anEditor();
});

/** The tree as lines, each name indented by its depth. */
const drawn = async () =>
  (await listCategories(editor, {})).map(
    ({ name, fullPath }) => `${"  ".repeat(fullPath.split("/").length - 1)}${name}`,
  );
const make = (name: string, parentId?: number, priority?: number) =>
  createCategory(editor, { name, parentId, priority });

/** As many categories as may be in each other; the first stands at the top. */
async function nested(levels: number): Promise<number[]> {
  const made: number[] = [];
  for (let level = 1; level <= levels; level += 1) made.push((await make(`Level ${level}`, made.at(-1))).id);
  return made;
}

describe("levels of categories", () => {
  it("are as many as the bound, for one that is made, changed or moved with all below it", async () => {
    const tooDeep = `Categories can be at most ${MOST_LEVELS} levels deep.`;
    const [top = 0, ...others] = await nested(MOST_LEVELS);
    const last = others.at(-1);
    expect(await refusal(make("Too deep", last))).toMatchObject({ message: tooDeep });
    const { id } = await make("Above all");
    const change = { categoryId: top, name: "Level 1", parentId: id };
    expect(await refusal(updateCategory(editor, change))).toMatchObject({ message: tooDeep });
    const place = { items: [{ id: top, parentId: id, priority: 1 }] };
    expect((await refusal(placeCategories(editor, place))).message).toContain("levels deep");
    expect((await listCategories(editor, {})).at(-1)?.fullPath.split("/")).toHaveLength(MOST_LEVELS);
  });

  it("may stay as many where a site had more before", async () => {
    const [top = 0, ...others] = await nested(MOST_LEVELS);
    const [parentId = 0, last = 0] = others.slice(-2);
    const above = await make("Above all");
    await engine().transaction(
      (db) => db.update(categories).set({ parentId: above.id }).where(eq(categories.id, top)),
      () => null,
    );
    expect(await updateCategory(editor, { categoryId: last, name: "Renamed", parentId })).toMatchObject({ parentId });
    await updateCategories(editor, { items: [{ id: top, name: "Still below", parentId: above.id }] });
    await placeCategories(editor, { items: [{ id: top, parentId: above.id, priority: 3 }] });
    const higher = await make("Higher still");
    const deeper = { items: [{ id: above.id, parentId: higher.id, priority: 1 }] };
    expect((await refusal(placeCategories(editor, deeper))).message).toContain("levels deep");
    await placeCategories(editor, { items: [{ id: top, parentId: null, priority: 1 }] });
    expect((await refusal(make("Too deep", last))).message).toContain("levels deep");
  });
});

describe("creating a category", () => {
  it("needs a name only", async () => {
    const category = await createCategory(editor, { name: " Home & Garden " });
    expect(category).toEqual({
      id: category.id,
      name: "Home & Garden",
      slug: "home-garden",
      url: "/categories/home-garden",
      description: "",
      parentId: null,
      password: "",
      priority: 0,
      thumbnail: "",
      createTime: expect.any(Date),
      postCount: 0,
      fullPath: "home-garden",
      locked: false,
    });
    expect(await lastEvent()).toMatchObject({
      operation: "createCategory",
      subject: `category:${category.id}`,
      summary: "Home & Garden",
      cacheKeys: ["categories"],
    });
  });

  it("keeps every field at its bound", async () => {
    const parent = await make("Parent");
    const given = {
      name: "😀".repeat(255),
      description: "😀".repeat(100),
      parentId: parent.id,
      password: "😀".repeat(255),
      priority: -2_147_483_648,
      slug: "𠮷".repeat(255),
      thumbnail: "/a".repeat(511),
    };
    expect(await createCategory(editor, { ...given, id: 77 })).toMatchObject({
      ...given,
      locked: true,
      fullPath: `parent/${"𠮷".repeat(255)}`,
    });
    expect((await stored().select().from(categories)).map(({ id }) => id)).not.toContain(77);
  });

  it("makes an address of the name, or takes the given one unless it is taken", async () => {
    expect([
      (await make("News")).slug,
      (await make("news")).slug,
      (await make("!?")).slug,
      (await make("新闻")).slug,
    ]).toEqual(["news", "news-2", "category", "新闻"]);
    expect(await refusal(createCategory(editor, { name: "x", slug: "News" }))).toMatchObject({
      status: 409,
      extra: { errors: [{ field: "slug", code: "taken" }] },
    });
    const slugs = await Promise.all(Array.from({ length: 20 }, async () => (await make("Many")).slug));
    expect(new Set(slugs).size).toBe(20);
  });

  it("is refused under a parent that is not there; nothing is left", async () => {
    const events = await eventCount();
    expect(await faults(make("x", 99))).toEqual(["parentId not_found"]);
    expect(await stored().select().from(categories)).toEqual([]);
    expect(await eventCount()).toBe(events);
  });

  it("is an EDITOR's, as every change is", async () => {
    const { id } = await make("News");
    for (const [actor, status] of [
      [visitor, 401],
      [await anActor("SUBSCRIBER"), 403],
      [await anAuthor(), 403],
    ] as const)
      for (const work of [
        () => createCategory(actor, { name: "x" }),
        () => updateCategory(actor, { categoryId: id, name: "x" }),
        () => updateCategories(actor, { items: [{ id, name: "x" }] }),
        () => deleteCategory(actor, { categoryId: id }),
      ])
        await expect(work()).rejects.toMatchObject({ status });
    expect(await drawn()).toEqual(["News"]);
  });
});

describe("updating a category", () => {
  it("leaves alone what is not sent, and clears by null", async () => {
    const parent = await make("Parent");
    const before = await createCategory(editor, {
      name: "x",
      description: "d",
      parentId: parent.id,
      password: "p",
      priority: 5,
      slug: "here",
      thumbnail: "/a.png",
    });
    const same = await updateCategory(editor, { categoryId: before.id, name: "y" });
    expect(same).toEqual({ ...before, name: "y" });
    const cleared = await updateCategory(editor, {
      categoryId: before.id,
      name: "New name",
      description: null,
      parentId: null,
      password: null,
      priority: null,
      slug: null,
      thumbnail: null,
    });
    expect(cleared).toMatchObject({
      description: "",
      parentId: null,
      password: "",
      priority: 0,
      slug: "new-name",
      thumbnail: "",
      locked: false,
      fullPath: "new-name",
    });
  });

  it("refuses an id in the body that is not the path's, an address that is taken, and what is not there", async () => {
    const [one, two] = [await make("One"), await make("Two")];
    expect(await faults(updateCategory(editor, { categoryId: one.id, id: two.id, name: "x" }))).toEqual([
      "id wrong_value",
    ]);
    expect(await updateCategory(editor, { categoryId: one.id, id: one.id, name: "Uno" })).toMatchObject({
      name: "Uno",
      slug: "one",
    });
    expect(await refusal(updateCategory(editor, { categoryId: one.id, name: "x", slug: "two" }))).toMatchObject({
      status: 409,
    });
    await expect(updateCategory(editor, { categoryId: 99, name: "x" })).rejects.toMatchObject({ status: 404 });
    expect(await drawn()).toEqual(["Two", "Uno"]);
  });

  it("refuses a parent that is the category itself, below it, or not there", async () => {
    const top = await make("Top");
    const middle = await make("Middle", top.id);
    const bottom = await make("Bottom", middle.id);
    for (const parentId of [top.id, middle.id, bottom.id])
      expect(await faults(updateCategory(editor, { categoryId: top.id, name: "Top", parentId }))).toEqual([
        "parentId wrong_value",
      ]);
    expect(await faults(updateCategory(editor, { categoryId: top.id, name: "Top", parentId: 99 }))).toEqual([
      "parentId not_found",
    ]);
    expect(await drawn()).toEqual(["Top", "  Middle", "    Bottom"]);
    await updateCategory(editor, { categoryId: bottom.id, name: "Bottom", parentId: null });
    await updateCategory(editor, { categoryId: top.id, name: "Top", parentId: bottom.id });
    expect(await drawn()).toEqual(["Bottom", "  Top", "    Middle"]);
  });

  it("makes what shows its name stale", async () => {
    const { id } = await make("News");
    const heard: (readonly string[])[] = [];
    const stop = subscribe(({ cacheKeys }) => heard.push(cacheKeys));
    await updateCategory(editor, { categoryId: id, name: "x" });
    stop();
    expect(heard).toEqual([["categories"]]);
  });
});

describe("a batch", () => {
  it("reorders and moves in one go, answering what changed in display order", async () => {
    const [a, b, c] = [await make("A"), await make("B"), await make("C")];
    const answer = await updateCategories(editor, {
      items: [
        { id: a.id, name: "A", priority: 1 },
        { id: c.id, name: "C", priority: 3 },
        { id: b.id, name: "B", parentId: c.id },
      ],
    });
    expect(answer.map(({ name }) => name)).toEqual(["C", "B", "A"]);
    expect(await drawn()).toEqual(["C", "  B", "A"]);
    expect(await lastEvent()).toMatchObject({
      operation: "updateCategories",
      subject: "categories",
      summary: "3 changed",
    });
  });

  it("lets parent and child change places, in either order of the items", async () => {
    const parent = await make("Parent");
    const child = await make("Child", parent.id);
    const items = [
      { id: parent.id, name: "Parent", parentId: child.id },
      { id: child.id, name: "Child", parentId: null },
    ];
    await updateCategories(editor, { items });
    expect(await drawn()).toEqual(["Child", "  Parent"]);
    await updateCategories(editor, {
      items: [
        { id: parent.id, name: "Parent", parentId: null },
        { id: child.id, name: "Child", parentId: parent.id },
      ],
    });
    await updateCategories(editor, { items: items.toReversed() });
    expect(await drawn()).toEqual(["Child", "  Parent"]);
  });

  it("changes all or none", async () => {
    const [a, b] = [await make("A"), await make("B")];
    const events = await eventCount();
    expect(
      await faults(
        updateCategories(editor, {
          items: [
            { id: a.id, name: "A", parentId: b.id },
            { id: b.id, name: "B", parentId: a.id },
          ],
        }),
      ),
    ).toEqual(["items.0.parentId wrong_value"]);
    expect(
      await faults(
        updateCategories(editor, {
          items: [
            { id: a.id, name: "Changed" },
            { id: b.id, name: "B", parentId: 99 },
          ],
        }),
      ),
    ).toEqual(["items.1.parentId not_found"]);
    await expect(
      updateCategories(editor, {
        items: [
          { id: a.id, name: "Changed" },
          { id: 99, name: "x" },
        ],
      }),
    ).rejects.toMatchObject({ status: 404 });
    expect(
      await faults(
        updateCategories(editor, {
          items: [
            { id: a.id, name: "Changed" },
            { id: b.id, name: "" },
          ],
        }),
      ),
    ).toEqual(["items.1.name required"]);
    expect(await faults(updateCategories(editor, { items: [] }))).toEqual(["items too_short"]);
    expect(await drawn()).toEqual(["A", "B"]);
    expect(await eventCount()).toBe(events);
  });
});

describe("deleting a category", () => {
  it("moves those below it up and keeps its posts", async () => {
    const top = await make("Top");
    const middle = await make("Middle", top.id);
    for (const name of ["One", "Two"]) await make(name, middle.id);
    const post = await aPost(undefined, { categoryIds: [middle.id, top.id] });
    expect(await deleteCategory(editor, { categoryId: middle.id })).toBeUndefined();
    expect(await drawn()).toEqual(["Top", "  One", "  Two"]);
    expect((await getPublicPost(visitor, { postId: post.id })).categories.map(({ name }) => name)).toEqual(["Top"]);
    await deleteCategory(editor, { categoryId: top.id });
    expect(await drawn()).toEqual(["One", "Two"]);
    expect(await stored().select().from(postCategories)).toEqual([]);
    await expect(deleteCategory(editor, { categoryId: top.id })).rejects.toMatchObject({ status: 404 });
  });
});

describe("deleting a category that protects posts", () => {
  const remove = (category: { id: number }) => deleteCategory(editor, { categoryId: category.id });
  /** The number of posts in a refusal, after which nothing has changed. */
  const kept = async (category: { id: number }) => {
    const events = await eventCount();
    const { status, code, message } = await refusal(remove(category));
    expect([status, code]).toEqual([409, "conflict"]);
    expect((await getCategory(editor, { categoryId: category.id })).id).toBe(category.id);
    expect(await eventCount()).toBe(events);
    return Number(/\d+/.exec(message)?.[0]);
  };

  it("is refused while one of them, whatever its status, has no other password", async () => {
    const closed = await createCategory(editor, { name: "Closed", password: "secret" });
    const inside = await Promise.all(
      postStatuses.map((status) => aPost(undefined, { categoryIds: [closed.id], status })),
    );
    const below = await aPost(undefined, { categoryIds: [(await make("Below", closed.id)).id] });
    expect(await kept(closed)).toBe(5);
    for (const { id } of inside)
      await updatePost(editor, { postId: id, title: "Own", password: "own", status: "PUBLISHED" });
    expect(await kept(closed)).toBe(1);
    expect((await getPublicPost(visitor, { postId: below.id })).locked).toBe(true);
    await updatePost(editor, { postId: below.id, title: "Elsewhere", categoryIds: [] });
    await remove(closed);
    expect(await drawn()).toEqual(["Below"]);
  });

  it("is refused where the password stands further up, unless they stay below it", async () => {
    const top = await createCategory(editor, { name: "Top", password: "secret" });
    const middle = await make("Middle", top.id);
    const bottom = await make("Bottom", middle.id);
    const post = await aPost(undefined, { categoryIds: [middle.id] });
    expect(await kept(middle)).toBe(1);
    await updatePost(editor, { postId: post.id, title: "Moved", categoryIds: [bottom.id] });
    await remove(middle);
    expect((await getPublicPost(visitor, { postId: post.id })).locked).toBe(true);
  });

  it("is refused where one of two passwords would go", async () => {
    const one = await createCategory(editor, { name: "One", password: "1" });
    const two = await createCategory(editor, { name: "Two", password: "2" });
    await aPost(undefined, { categoryIds: [one.id, two.id] });
    expect(await kept(one)).toBe(1);
  });

  it("follows once the password was taken off deliberately", async () => {
    const closed = await createCategory(editor, { name: "Closed", password: "secret" });
    const post = await aPost(undefined, { categoryIds: [closed.id] });
    await updateCategory(editor, { categoryId: closed.id, name: "Open", password: null });
    await remove(closed);
    expect((await getPublicPost(visitor, { postId: post.id })).locked).toBe(false);
  });
});

describe("reading categories", () => {
  it("shows passwords to EDITORs only, and never to the public", async () => {
    const { id } = await createCategory(editor, { name: "Closed", password: "secret" });
    expect((await listCategories(editor, {}))[0]?.password).toBe("secret");
    expect((await getCategory(editor, { categoryId: id })).password).toBe("secret");
    const author = await anAuthor();
    for (const answer of [
      await listCategories(author, {}),
      await getCategory(author, { categoryId: id }),
      await listPublicCategories(editor, {}),
      await getCategoryBySlug(editor, { slug: "closed" }),
    ]) {
      expect(JSON.stringify(answer)).not.toMatch(/secret|password/);
      expect(JSON.stringify(answer)).toContain('"locked":true');
    }
    for (const [actor, status] of [
      [visitor, 401],
      [await anActor("SUBSCRIBER"), 403],
    ] as const) {
      await expect(listCategories(actor, {})).rejects.toMatchObject({ status });
      await expect(getCategory(actor, { categoryId: id })).rejects.toMatchObject({ status });
    }
  });

  it("counts each post that anyone can find once, those below included", async () => {
    const top = await make("Top");
    const [left, right] = [await make("Left", top.id), await make("Right", top.id)];
    await aPost(undefined, { categoryIds: [left.id, right.id] });
    await aPost(undefined, { categoryIds: [left.id], password: "listed all the same" });
    for (const hidden of [
      { status: "DRAFT" },
      { status: "INTIMATE" },
      { status: "INTIMATE", password: "x" },
      { status: "RECYCLE" },
      { createTime: inHours(1) },
    ] as const)
      await aPost(undefined, { categoryIds: [top.id, left.id], ...hidden });
    const counts = Object.fromEntries(
      (await listPublicCategories(visitor, {})).map(({ name, postCount }) => [name, postCount]),
    );
    expect(counts).toEqual({ Top: 2, Left: 2, Right: 1 });
    for (const [id, name] of [
      [top.id, "Top"],
      [left.id, "Left"],
      [right.id, "Right"],
    ] as const)
      expect((await getCategory(editor, { categoryId: id })).postCount).toBe(counts[name]);
  });

  it("answers 404 for what is not there", async () => {
    await expect(getCategory(editor, { categoryId: 1 })).rejects.toMatchObject({ status: 404 });
    for (const slug of ["none", "", "x".repeat(1000)])
      await expect(getCategoryBySlug(visitor, { slug })).rejects.toMatchObject({ status: 404 });
  });
});

describe("placing categories", () => {
  it("moves them, and is refused with 412 where one stands elsewhere by now", async () => {
    const [a, b] = [await make("a"), await make("b")];
    const items = [{ id: b.id, parentId: a.id, priority: 1, from: { parentId: null, priority: 0 } }];
    const { before } = await placeCategories(editor, { items });
    expect(await drawn()).toEqual(["a", "  b"]);
    await expect(placeCategories(editor, { items })).rejects.toMatchObject({ status: 412 });
    await placeCategories(editor, { items: before });
    expect(await drawn()).toEqual(["a", "b"]);
    expect(await faults(placeCategories(editor, { items: [{ id: a.id, parentId: a.id, priority: 1 }] }))).toEqual([
      "items.0.parentId wrong_value",
    ]);
    await expect(placeCategories(await anAuthor(), { items })).rejects.toMatchObject({ status: 403 });
  });
});
