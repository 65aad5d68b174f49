import fc from "fast-check";
import {
  categories,
  comments,
  journals,
  links,
  menus,
  options,
  ownRedirects,
  photos,
  postCategories,
  postMetas,
  postRedirects,
  postRevisions,
  posts,
  postTags,
  sheetMetas,
  sheetRevisions,
  sheets,
  tags,
} from "../../db/schema";
import { engine } from "../core/operation";
import { pathOf, pathWritten } from "../features/redirects/following";

/** Pieces of text that formats take for something else. */
const pieces = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "---",
    "\n---\n",
    "\r\n",
    "\n",
    "'",
    '"',
    "🌊👩‍👩‍👧",
    "yes",
    "null",
    "1.10",
    "2024-01-01",
    ": ",
    " #",
    "- ",
    "\t",
  ),
  fc.constantFrom(
    "\u2028",
    "\u0085",
    "\ufeff",
    "\u0008",
    "\u001b[31m",
    "\u202e",
    "  ",
    "{}",
    "[x]: y",
    "&a *a",
    "|",
    ">",
    "%",
    "@",
    "`",
    "\\",
  ),
);
const text = fc.array(pieces, { maxLength: 8 }).map((all) => all.join("").replaceAll("\0", ""));
const label = (most: number) =>
  text
    .map((each) => Array.from(each.trim()).slice(0, most).join("").trim() || "x")
    .filter((each) => each.isWellFormed());
const instant = fc.date({ min: new Date("1960-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
const index = fc.nat({ max: 30 });

const textShape = fc.record({
  title: label(100),
  status: fc.constantFrom("DRAFT", "INTIMATE", "PUBLISHED", "RECYCLE"),
  body: fc.oneof(text, fc.constant(""), fc.constant("---\ntitle: x\n---\nbody")),
  working: fc.option(text),
  editorType: fc.constantFrom("MARKDOWN", "RICHTEXT"),
  raw: fc.boolean(),
  summary: text,
  password: label(50),
  hasPassword: fc.boolean(),
  priority: fc.integer({ min: -5, max: 5 }),
  closed: fc.boolean(),
  times: fc.tuple(instant, instant, instant),
  metas: fc.uniqueArray(fc.tuple(label(50), text), { maxLength: 4, selector: ([key]) => key }),
  revisions: fc.array(fc.tuple(label(100), text), { maxLength: 2 }),
  links: fc.uniqueArray(index, { maxLength: 3 }),
  comments: fc.array(
    fc.record({
      content: label(200),
      parent: fc.option(index),
      status: fc.constantFrom("PUBLISHED", "AUDITING", "RECYCLE"),
      flags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
      time: instant,
    }),
    { maxLength: 6 },
  ),
});

/** Sites with what is hard to write down and to read again. */
export const madeSites = fc.record({
  posts: fc.array(textShape, { maxLength: 5 }),
  sheets: fc.array(textShape, { maxLength: 2 }),
  categories: fc.array(fc.tuple(label(50), fc.option(index)), { maxLength: 5 }),
  tags: fc.uniqueArray(label(50), { maxLength: 5, selector: (name) => name.toLowerCase() }),
  journals: fc.array(fc.tuple(label(100), fc.boolean()), { maxLength: 2 }),
  names: fc.array(label(40), { maxLength: 3 }),
  redirects: fc.array(fc.tuple(label(40), fc.boolean(), fc.nat(9)), { maxLength: 3 }),
  options: fc.uniqueArray(fc.tuple(label(40), text), { maxLength: 3, selector: ([key]) => key }),
});
type MadeSite = typeof madeSites extends fc.Arbitrary<infer T> ? T : never;
type MadeText = MadeSite["posts"][number];

const RAW = "<p>Raw</p>";
const at = <T>(list: readonly T[], place: number): T | undefined =>
  list.length === 0 ? undefined : list[place % list.length];

/** Stores a made site as rows, with what the program would have derived left out: no export has it. */
export async function storeMadeSite(site: MadeSite, ownerId: number): Promise<void> {
  await engine().transaction(
    async (db) => {
      const now = new Date("2022-02-02T02:02:02.002Z");
      const dates = { createTime: now, updateTime: now };
      const categoryIds: number[] = [];
      for (const [i, [name]] of site.categories.entries()) {
        const values = { name, slug: `c${i}`, password: i % 3 === 1 ? "p" : "", priority: i, ...dates };
        categoryIds.push((await db.insert(categories).values(values).returning({ id: categories.id }))[0]?.id ?? 0);
      }
      const tagIds: number[] = [];
      for (const [i, name] of site.tags.entries())
        tagIds.push(
          (
            await db
              .insert(tags)
              .values({ name, slug: `t${i}`, color: "#aabbcc", ...dates })
              .returning({ id: tags.id })
          )[0]?.id ?? 0,
        );

      const storeText = async (kind: "post" | "sheet", made: MadeText, i: number) => {
        const table = kind === "post" ? posts : sheets;
        const [createTime, updateTime, editTime] = made.times;
        const [row] = await db
          .insert(table)
          .values({
            title: made.title,
            slug: `${kind}-${i}`,
            status: made.status as "DRAFT",
            createTime,
            updateTime,
            editTime,
            editorType: made.editorType as "MARKDOWN",
            keepRaw: made.raw,
            content: made.raw ? RAW : "",
            originalContent: made.body,
            summary: made.summary,
            password: made.hasPassword ? made.password : "",
            topPriority: made.priority,
            disallowComment: made.closed,
            authorId: i % 2 === 0 ? ownerId : null,
            version: i + 3,
            visits: i,
            likes: 2 * i,
            publishedTime: i % 3 === 0 ? createTime : null,
            recycledTime: made.status === "RECYCLE" ? updateTime : null,
            toc: [],
            ...(made.working !== null && {
              workingOriginalContent: made.working,
              workingContent: made.raw ? RAW : "",
              workingKeepRaw: made.raw,
              workingEditorType: made.editorType as "MARKDOWN",
            }),
          })
          .returning({ id: table.id });
        const postId = row?.id ?? 0;
        for (const [key, value] of made.metas)
          await db.insert(kind === "post" ? postMetas : sheetMetas).values({ postId, key, value });
        for (const [title, originalContent] of made.revisions)
          await db.insert(kind === "post" ? postRevisions : sheetRevisions).values({
            postId,
            version: 1,
            title,
            originalContent,
            content: "",
            editorType: "MARKDOWN",
            keepRaw: false,
            authorId: ownerId,
            createTime,
          });
        if (kind === "post") {
          await db.insert(postRedirects).values({ slug: `was-${i}`, postId });
          for (const [list, join] of [
            [categoryIds, "category"],
            [tagIds, "tag"],
          ] as const)
            for (const [position, id] of [...new Set(made.links.flatMap((place) => at(list, place) ?? []))].entries())
              await (join === "category"
                ? db.insert(postCategories).values({ postId, categoryId: id, position })
                : db.insert(postTags).values({ postId, tagId: id, position }));
        }
        const ids: number[] = [];
        for (const each of made.comments) {
          const parentId = each.parent === null ? null : (at(ids, each.parent) ?? null);
          const [spam, notified, isAdmin] = each.flags;
          const [comment] = await db
            .insert(comments)
            .values({
              targetType: kind === "post" ? "POST" : "SHEET",
              [`${kind}Id`]: postId,
              parentId,
              rootId: null,
              status: each.status as "PUBLISHED",
              spam,
              visible: false,
              notified,
              isAdmin,
              author: [...`Ann ${each.content}`].slice(0, 25).join(""),
              email: "ann@example.org",
              network: "",
              createTime: each.time,
              updateTime: each.time,
              content: each.content,
              html: "",
            } as typeof comments.$inferInsert)
            .returning({ id: comments.id });
          ids.push(comment?.id ?? 0);
        }
      };
      for (const [i, made] of site.posts.entries()) await storeText("post", made, i);
      for (const [i, made] of site.sheets.entries()) await storeText("sheet", made, i);
      for (const [sourceContent, isPublic] of site.journals)
        await db.insert(journals).values({
          type: isPublic ? "PUBLIC" : "INTIMATE",
          sourceContent: `j${sourceContent}`,
          content: "",
          likes: 1,
          ...dates,
        });
      for (const [i, name] of site.names.entries()) {
        await db
          .insert(links)
          .values({ name, url: `https://friend.example/${i}`, team: name, priority: i, description: name, ...dates });
        await db
          .insert(photos)
          .values({ name, url: `/p/${i}.png`, thumbnail: "", description: name, location: name, team: name, ...dates });
        await db.insert(menus).values({ name, url: `/m/${i}`, priority: -i, icon: name, parentId: null, ...dates });
      }
      for (const [i, [name, below, hits]] of site.redirects.entries()) {
        const source = pathOf(pathWritten(`/old ${i}/${name}`));
        if (source !== null)
          await db.insert(ownRedirects).values({
            source,
            below,
            target: hits % 3 === 0 ? "" : `/new/${hits}`,
            status: hits % 3 === 0 ? 410 : 302,
            hits,
            lastHitTime: hits === 0 ? null : now,
            ...dates,
          });
      }
      for (const [key, value] of site.options)
        await db.insert(options).values({ key: `own ${key}`, type: "CUSTOM", value, ...dates });
    },
    () => null,
  );
}
