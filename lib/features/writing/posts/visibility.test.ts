import { beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../core/errors";
import { posts } from "../../../../db/schema";
import { createCategory } from "../../taxonomy/categories/mutations";
import { listPublicCategories } from "../../taxonomy/categories/queries";
import type { Actor } from "../../../core/access";
import { anActor, anAuthor, anEditor, system, visitor } from "../../../testing/actors";
import { aCategory, aPost, aTag, inHours } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { listPublicTags } from "../../taxonomy/tags/queries";
import { getNeighbours } from "./neighbours";
import { getRelated } from "./related";
import { getPostTranslations } from "./queries";
import { getPost, getPostAtAddress, getPublicPost, getPublicPostBySlug, listPosts, listPublicPosts } from "./queries";
import { postStatuses } from "../schema";
import { visibleTo } from "../../visibility/posts";

// One post for each combination; the answers are worked out anew below, by docs/specification.md ("Posts and sheets: states and texts").
type Case = {
  id: number;
  slug: string;
  status: (typeof postStatuses)[number];
  own: boolean;
  inCategory: boolean;
  due: boolean;
};
const cases: Case[] = [];
const actors: Record<string, Actor> = {};
let category: { id: number; slug: string };
let child: { id: number; slug: string };
let tag: { id: number; slug: string };

beforeAll(async () => {
  await freshDatabase();
  const author = await anAuthor();
  Object.assign(actors, {
    visitor,
    subscriber: await anActor("SUBSCRIBER"),
    "other author": await anAuthor(),
    "own author": author,
    editor: await anEditor(),
    admin: await anActor("ADMIN"),
    system,
  });
  category = await aCategory({ name: "Closed", password: "category secret" });
  child = await createCategory(system, { name: "Below", parentId: category.id });
  tag = await aTag();
  for (const status of postStatuses)
    for (const own of [false, true])
      for (const inCategory of [false, true])
        for (const due of [true, false]) {
          const post = await aPost(author, {
            status,
            createTime: inHours(due ? -1 : 1),
            password: own ? "own secret" : null,
            categoryIds: inCategory ? [child.id] : [],
            tagIds: [tag.id],
            originalContent: "the text",
            summary: "the summary",
            thumbnail: "/thumbnail.png",
            metas: [{ key: "meta", value: "the meta" }],
            metaDescription: "the description",
          });
          cases.push({ id: post.id, slug: post.slug, status, own, inCategory, due });
        }
});

const isAuthor = (name: string) => name === "own author";
const isEditor = (name: string) => ["editor", "admin", "system"].includes(name);

const expected = {
  list: (_name: string, c: Case) => c.status === "PUBLISHED" && c.due,
  address: (name: string, c: Case) =>
    (c.status === "PUBLISHED" && c.due) ||
    (c.status === "INTIMATE" && ((c.own && c.due) || isAuthor(name) || isEditor(name))),
  around: (name: string, c: Case) =>
    (c.status === "PUBLISHED" && c.due) || (c.status === "INTIMATE" && (isAuthor(name) || isEditor(name))),
  dashboard: (name: string, _c: Case) => isAuthor(name) || isEditor(name),
};
const isOpenTo = (name: string, c: Case) => (!c.own && !c.inCategory) || isAuthor(name) || isEditor(name);

const names = ["visitor", "subscriber", "other author", "own author", "editor", "admin", "system"];
const actor = (name: string): Actor => actors[name] ?? visitor;
const ids = (found: { id: number }[]) => found.map(({ id }) => id).sort((a, b) => a - b);
const there = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return false;
      throw error;
    },
  );

describe.each(names)("what the %s finds", (name) => {
  it.each(["list", "address", "around", "dashboard"] as const)("by the predicate, reach %s", async (reach) => {
    const rows = await stored()
      .select({ id: posts.id })
      .from(posts)
      .where(visibleTo(actor(name), new Date(), reach));
    expect(ids(rows)).toEqual(cases.filter((c) => expected[reach](name, c)).map((c) => c.id));
  });

  it("in public lists is what everybody finds", async () => {
    const wanted = cases.filter((c) => expected.list(name, c)).map((c) => c.id);
    for (const filter of [{}, { tag: tag.slug }, { keyword: "post" }, { sort: ["createTime,asc"] }]) {
      const { items, total } = await listPublicPosts(actor(name), { size: 100, ...filter });
      expect([ids(items), total]).toEqual([wanted, wanted.length]);
    }
    const inCategory = await listPublicPosts(actor(name), { category: category.slug, size: 100 });
    expect(ids(inCategory.items)).toEqual(cases.filter((c) => c.inCategory && expected.list(name, c)).map((c) => c.id));
  });

  it("at an address, by number and by slug", async () => {
    for (const c of cases) {
      const wanted = expected.address(name, c);
      const found = [
        there(getPublicPost(actor(name), { postId: c.id })),
        there(getPublicPostBySlug(actor(name), { slug: c.slug })),
        there(getPostAtAddress(actor(name), { slug: c.slug })),
      ];
      expect([c, await Promise.all(found)]).toEqual([c, [wanted, wanted, wanted]]);
    }
  });

  it("around a post, by its number: nothing around a private one that only a password opens", async () => {
    for (const c of cases) {
      const wanted = expected.around(name, c);
      const found = [getNeighbours, getRelated, getPostTranslations].map((query) =>
        there(query(actor(name), { postId: c.id })),
      );
      expect([c, await Promise.all(found)]).toEqual([c, [wanted, wanted, wanted]]);
    }
  });

  it("there or in a list, of a locked post is nothing but title, dates and address", async () => {
    const { items } = await listPublicPosts(actor(name), { size: 100, fields: "content" });
    const read = await Promise.all(
      cases.filter((c) => expected.address(name, c)).map((c) => getPublicPost(actor(name), { postId: c.id })),
    );
    for (const post of [...items, ...read]) {
      const c = cases.find(({ id }) => id === post.id);
      if (!c) throw new Error("a post of nobody's");
      const open = isOpenTo(name, c);
      expect([c, post.locked]).toEqual([c, !open]);
      const text = JSON.stringify(post);
      for (const secret of ["the text", "the summary", "/thumbnail.png", "the meta", "the description"])
        expect([c, text.includes(secret)]).toEqual([c, open]);
      expect(text).not.toMatch(/own secret|category secret|workingContent|authorNickname|locks/);
      const shown = Object.keys(post)
        .filter((key) => post[key as keyof typeof post] !== undefined)
        .sort();
      expect(shown).toEqual(
        open
          ? shown
          : [
              "author",
              "categories",
              "createTime",
              "disallowComment",
              "id",
              "locked",
              "slug",
              "status",
              "tags",
              "title",
              "topPriority",
              "updateTime",
              "url",
            ],
      );
    }
  });
});

describe("the dashboard", () => {
  it.each(names.filter((name) => !["visitor", "subscriber"].includes(name)))(
    "is for the %s what they may work on",
    async (name) => {
      const { items, total } = await listPosts(actor(name), { size: 100 });
      const wanted = cases.filter((c) => expected.dashboard(name, c)).map((c) => c.id);
      expect([ids(items), total]).toEqual([wanted, wanted.length]);
      for (const c of cases)
        expect([c, await there(getPost(actor(name), { postId: c.id }))]).toEqual([c, expected.dashboard(name, c)]);
    },
  );

  it("is for those who write", async () => {
    for (const [name, status] of [
      ["visitor", 401],
      ["subscriber", 403],
    ] as const) {
      await expect(listPosts(actor(name), {})).rejects.toMatchObject({ status });
      await expect(getPost(actor(name), { postId: cases[0]?.id ?? 0 })).rejects.toMatchObject({ status });
    }
  });
});

describe("what is hidden is not counted", () => {
  const found = () => cases.filter((c) => c.status === "PUBLISHED" && c.due);

  it("under tags and categories", async () => {
    expect((await listPublicTags(visitor, {})).items[0]?.postCount).toBe(found().length);
    const counts = Object.fromEntries(
      (await listPublicCategories(system, {})).map((each) => [each.slug, each.postCount]),
    );
    const inside = found().filter((c) => c.inCategory).length;
    expect(counts).toEqual({ [category.slug]: inside, [child.slug]: inside });
  });

  it("among neighbours", async () => {
    const visible = await listPublicPosts(visitor, { sort: ["createTime,asc"], size: 100 });
    const order = visible.items.map((post) => post.url);
    const byDate = await Promise.all(visible.items.map((post) => getNeighbours(system, { postId: post.id })));
    expect(order).toEqual(
      expect.arrayContaining(
        byDate.flatMap(({ previous, next }) => [previous, next].flatMap((each) => (each ? [each.url] : []))),
      ),
    );
    expect(byDate.filter(({ previous }) => previous === null)).toHaveLength(1);
    expect(byDate.filter(({ next }) => next === null)).toHaveLength(1);
  });

  it("when its author has lost the role", async () => {
    const demoted: Actor = { ...actor("own author"), role: "SUBSCRIBER" };
    for (const reach of ["list", "address", "around", "dashboard"] as const) {
      const [mine, strangers] = await Promise.all(
        [demoted, visitor].map((who) =>
          stored()
            .select({ id: posts.id })
            .from(posts)
            .where(visibleTo(who, new Date(), reach)),
        ),
      );
      expect(mine).toEqual(strangers);
    }
  });
});

it("every combination was made", () => expect(cases).toHaveLength(32));
