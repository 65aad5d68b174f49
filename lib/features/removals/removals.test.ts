import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Table, eq, is } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import * as schema from "../../../db/schema";
import { IncomingFile } from "../../core/incoming-file";
import { engine } from "../../core/operation";
import { routes } from "../../api/routes";
import { storage } from "../../services/files/storage";
import { anActor, anAdmin, anAuthor, anEditor, system, visitor } from "../../testing/actors";
import { aForm, aToken, call } from "../../testing/api";
import { aStranger, kinds } from "../../testing/commented";
import { aCategory, aJournal, aPost, aTag, lastEvent, refusal } from "../../testing/factories";
import { aPng } from "../../testing/pictures";
import { storeOptions } from "../../testing/options";
import { freshDatabase, statement, stored } from "../../testing/setup";
import { anAttachment } from "../../testing/stored-files";
import { deleteUser } from "../accounts/users/staff";
import { deleteAttachments } from "../attachments/bulk";
import { keepFile, removeKept } from "../attachments/importing";
import { deleteAttachment } from "../attachments/mutations";
import { getStoredFile, listAttachments } from "../attachments/queries";
import { sweepOrphans } from "../attachments/sweeping";
import { deleteJournal } from "../journals/mutations";
import { getFavicon } from "../options/icon";
import { createLink, deleteLink, deleteLinks } from "../links/mutations";
import { listPublicLinks } from "../links/queries";
import { createMenu, deleteMenu, updateMenu } from "../menus/mutations";
import { createPhoto, deletePhoto, deletePhotos } from "../photos/mutations";
import { createRedirect, deleteRedirect, deleteRedirects } from "../redirects/mutations";
import { deleteCategory, updateCategory } from "../taxonomy/categories/mutations";
import { mergeTags } from "../taxonomy/tags/merging";
import { deleteTag, deleteTags } from "../taxonomy/tags/mutations";
import { forgetOverdueRemovals, forgetRemoved, putBackRemovals, putBackRemoved } from "./mutations";
import { MOST_BACK } from "./kept";
import { listRemoved } from "./queries";
import { type RemovableKind, removableKinds } from "./schema";
import { turnsDuring } from "../../testing/turns";

/*
 * What is deleted can be put back as it was. Each kind is deleted by every operation that deletes it, and whatever the
 * database held before it holds again, to the value.
 */

const FOLDER = "aaaaaaaaaaaaaaaa";
const picture = `/uploads/2024/01/${FOLDER}/${FOLDER}.png`;
const anUpload = async (name = FOLDER) => {
  await anAttachment(name, Buffer.from("the bytes"));
  return (await listAttachments(system, {})).items.find((each) => each.name === name)?.id ?? 0;
};
const aLink = (given = {}) => createLink(system, { name: "A friend", url: "https://a.example/", ...given });
const aMenu = (given = {}) => createMenu(system, { name: "An entry", url: "/archives", ...given });
const aRedirect = () => createRedirect(system, { source: "/old", target: "/archives" });
const aPhoto = () => createPhoto(system, { name: "A photo", url: picture, thumbnail: "" });

type Case = {
  /** Makes one with everything that can belong to it. */
  make: () => Promise<number>;
  remove: Record<string, (id: number) => Promise<unknown>>;
  /** Puts something else into its place; the refusal's reason, or field. */
  taken?: [take: (id: number) => Promise<unknown>, why: string];
};

const cases: Record<RemovableKind, Case> = {
  journal: {
    make: async () => {
      const { id } = await aJournal(await anAuthor(), { sourceContent: "See [an old post](/archives/a-post)." });
      const [, , { submit, manage }] = kinds;
      const first = await submit(aStranger(), { author: "Ann", content: "First", postId: id });
      await manage.setStatus(system, { commentId: first.id, status: "PUBLISHED" });
      await submit(aStranger(), { author: "Bob", content: "Reply", postId: id, parentId: first.id });
      return id;
    },
    remove: { deleteJournal: (id) => deleteJournal(system, { id }) },
  },
  category: {
    make: async () => {
      const { id: parentId } = await aCategory();
      const { id } = await aCategory({ name: "Middle", slug: "middle", parentId, thumbnail: picture });
      const { id: other } = await aCategory({ parentId: id });
      await aPost(system, { categoryIds: [other, id] });
      return id;
    },
    remove: { deleteCategory: (categoryId) => deleteCategory(system, { categoryId }) },
    taken: [() => aCategory({ slug: "middle" }), "slug"],
  },
  tag: {
    make: async () => {
      const { id } = await aTag("Cogs");
      await aPost(system, { tagIds: [(await aTag()).id, id] });
      await aPost(system, { tagIds: [id], status: "DRAFT" });
      return id;
    },
    remove: {
      deleteTag: (tagId) => deleteTag(system, { tagId }),
      deleteTags: (id) => deleteTags(system, { ids: [id] }),
    },
    taken: [() => aTag("COGS"), "name"],
  },
  link: {
    make: async () => (await aLink({ logo: picture, team: "Friends" })).id,
    remove: {
      deleteLink: (id) => deleteLink(system, { id }),
      deleteLinks: (id) => deleteLinks(system, { ids: [id] }),
    },
  },
  photo: {
    make: async () => (await aPhoto()).id,
    remove: {
      deletePhoto: (photoId) => deletePhoto(system, { photoId }),
      deletePhotos: (id) => deletePhotos(system, { ids: [id] }),
    },
  },
  menu: {
    make: async () => {
      const { id: parentId } = await aMenu();
      const { id } = await aMenu({ parentId });
      await aMenu({ parentId: id });
      await aMenu({ parentId: id });
      return id;
    },
    remove: { deleteMenu: (menuId) => deleteMenu(system, { menuId }) },
  },
  redirect: {
    make: async () => (await aRedirect()).id,
    remove: {
      deleteRedirect: (id) => deleteRedirect(system, { id }),
      deleteRedirects: (id) => deleteRedirects(system, { ids: [id] }),
    },
    taken: [() => aRedirect(), "source"],
  },
  attachment: {
    make: async () => {
      const id = await anUpload();
      await aLink({ logo: picture });
      await aPost(system, { originalContent: `![A plan](${picture})`, thumbnail: picture });
      return id;
    },
    remove: {
      deleteAttachment: (attachmentId) => deleteAttachment(system, { attachmentId, force: true }),
      deleteAttachments: (id) => deleteAttachments(system, { ids: [id], force: true }),
    },
  },
};

/** Deletions of the API that nobody can undo, each with its reason. */
const final: Record<string, readonly string[]> = {
  "has a recycle bin of its own": ["deletePost", "deleteSheet"],
  "was in the recycle bin, or was spam": [
    "deleteComments",
    ...["Post", "Sheet", "Journal"].flatMap((kind) => [`delete${kind}Comment`, `delete${kind}Comments`]),
  ],
  "keeps nobody's address whom it was asked to forget": ["deleteFollower", "deleteFollowers"],
  "ends what lets somebody in": [
    "deleteInvitation",
    "deletePersonalToken",
    "deleteUserToken",
    "endOtherSessions",
    "endSession",
    "endUserSession",
    "endUserSessions",
    "resetFactor",
    "deleteUser",
  ],
  "is made again by naming the same address": ["deleteCommentBlock", "forgetMissedAddresses"],
  "keeps no secret of a program that was cut off": ["deleteWebhook"],
  "frees the disk": ["deleteBackup", "deleteExport", "removeReplaced", "forgetRemoved"],
  "takes in nothing that cannot be taken in again": ["undoImport"],
  "is set again to its default": ["deleteOption"],
  "is what a text held besides its public one": ["discardWorkingText", "discardSheetWorkingText"],
};

/** Everything that the database holds of the site; not what tells of changes. */
async function everything(): Promise<Record<string, string[]>> {
  const tables = Object.entries(schema).filter(
    ([name, value]) => is(value, Table) && !["events", "jobs", "removedParts", "removedRecords"].includes(name),
  );
  const rows = tables.map(async ([name, table]) => [
    name,
    (
      await stored()
        .select()
        .from(table as typeof schema.links)
    )
      .map((row) => JSON.stringify(row))
      .sort(),
  ]);
  return Object.fromEntries(await Promise.all(rows)) as Record<string, string[]>;
}

const kept = async () => (await listRemoved(system, {})).items;
const passDays = (days: number) =>
  engine().transaction(
    (db) => db.update(schema.removedRecords).set({ removedTime: new Date(Date.now() - days * 24 * 3_600_000) }),
    () => null,
  );

beforeEach(async () => {
  await freshDatabase();
});

describe.each(removableKinds.map((kind) => [kind, cases[kind]] as const))(
  "a deleted %s",
  (kind, { make, remove, taken }) => {
    it.each(Object.entries(remove))("comes back after %s as it was, once", async (_title, doRemove) => {
      const id = await make();
      const before = await everything();
      await doRemove(id);
      expect(await everything()).not.toEqual(before);
      expect(await kept()).toMatchObject([{ kind, recordId: id, actorName: system.name }]);
      const back = await putBackRemoved(system, { items: [{ kind, id }] });
      expect(back).toMatchObject([{ kind, id }]);
      expect(await everything()).toEqual(before);
      expect(await lastEvent()).toMatchObject({ operation: "putBackRemoved", subject: `${kind}:${id}` });
      expect(await kept()).toEqual([]);
      expect(await refusal(putBackRemoved(system, { items: [{ kind, id }] }))).toMatchObject({
        status: 404,
        extra: { reason: "removed_gone" },
      });
    });

    it("is nobody's who may not delete it", async () => {
      const id = await make();
      await Object.values(remove)[0]?.(id);
      const others = [visitor, await anActor("SUBSCRIBER"), await anAuthor()];
      if (kind === "redirect") others.push(await anEditor());
      for (const actor of others) {
        expect([401, 403, 404]).toContain((await refusal(putBackRemoved(actor, { items: [{ kind, id }] }))).status);
        const [row] = await kept();
        expect([401, 403, 404]).toContain((await refusal(forgetRemoved(actor, { ids: [row?.id ?? 0] }))).status);
      }
      for (const actor of others) {
        // Nobody learns either whether somebody else deleted one.
        const answerOf = async (asked: number) => {
          const { status, message, extra } = await refusal(putBackRemoved(actor, { items: [{ kind, id: asked }] }));
          return { status, message, extra };
        };
        expect(await answerOf(id)).toEqual(await answerOf(99_999));
      }
      for (const actor of others.slice(2)) expect((await listRemoved(actor, {})).items).toEqual([]);
      const admin = await anAdmin();
      expect((await listRemoved(admin, {})).total).toBe(1);
      const [row] = await kept();
      expect(await putBackRemovals(admin, { ids: [row?.id ?? 0] })).toMatchObject([{ kind, id }]);
    });

    it("is gone for good when its time is over, and when somebody says so", async () => {
      const id = await make();
      const [doRemove] = Object.values(remove);
      await doRemove?.(id);
      await storeOptions({ recycled_post_retention_time: "2" });
      await passDays(1);
      expect(await forgetOverdueRemovals()).toBe(0);
      await passDays(3);
      expect(await kept()).toEqual([]);
      expect((await refusal(putBackRemoved(system, { items: [{ kind, id }] }))).status).toBe(404);
      expect(await forgetOverdueRemovals()).toBe(1);
      expect(await stored().$count(schema.removedRecords)).toBe(0);
    });

    it.each(taken ? [taken] : [])("stays away where something else has taken its place", async (take, why) => {
      const id = await make();
      await Object.values(remove)[0]?.(id);
      await take(id);
      const before = await everything();
      const refused = await refusal(putBackRemoved(system, { items: [{ kind, id }] }));
      expect([refused.status, refused.extra.errors?.[0]?.field]).toEqual([409, why]);
      expect(await everything()).toEqual(before);
      expect(await kept()).toHaveLength(1);
    });
  },
);

it("every deletion of the API can be undone, or has a reason why not", () => {
  const undoable = Object.values(cases).flatMap(({ remove }) => Object.keys(remove));
  const deleting = routes
    .filter(({ method, path }) => method === "DELETE" && path.startsWith("/admin/"))
    .map(({ operation }) => operation.title);
  // The dashboard alone deletes several tags.
  const known = [...undoable, ...Object.values(final).flat()].filter((title) => title !== "deleteTags");
  expect([...new Set(deleting)].sort()).toEqual(known.sort());
});

describe("what is put back", () => {
  it("is put back by its owner, and by nobody else of the same role", async () => {
    const [own, other] = [await anAuthor(), await anAuthor()];
    const { id } = await aJournal(own);
    await deleteJournal(own, { id });
    expect((await listRemoved(own, { kind: "journal" })).items).toMatchObject([{ recordId: id, actorName: own.name }]);
    expect((await refusal(putBackRemoved(other, { items: [{ kind: "journal", id }] }))).status).toBe(404);
    await putBackRemoved(own, { items: [{ kind: "journal", id }] });
    expect((await listRemoved(own, {})).total).toBe(0);
  });

  it("is all of several or none, the last one that was deleted first", async () => {
    const top = await aCategory();
    const below = await aCategory({ parentId: top.id });
    const before = await everything();
    for (const { id } of [below, top]) await deleteCategory(system, { categoryId: id });
    const asked = (...ids: number[]) => ({ items: ids.map((id) => ({ kind: "category" as const, id })) });
    const alone = await refusal(putBackRemoved(system, asked(below.id)));
    expect([alone.status, alone.extra.reason]).toEqual([409, "parent_gone"]);
    expect((await refusal(putBackRemoved(system, asked(top.id, below.id, 999)))).status).toBe(404);
    expect(await kept()).toHaveLength(2);
    await putBackRemoved(system, asked(below.id, top.id));
    expect(await everything()).toEqual(before);
  });

  it("is as much at once as others wait for, and a single one however long it is", async () => {
    const author = await anEditor();
    const items: { kind: "journal"; id: number }[] = [];
    for (let i = 0; i < 3; i += 1) items.push({ kind: "journal", id: (await aJournal(author)).id });
    const content = "é".repeat(MOST_BACK / 4);
    await engine().transaction(
      (db) => db.update(schema.journals).set({ content }),
      () => null,
    );
    for (const { id } of items) await deleteJournal(author, { id });
    const refused = await refusal(putBackRemoved(author, { items }));
    expect([refused.status, refused.extra.reason]).toEqual([413, "removed_too_long"]);
    const ids = (await kept()).map(({ id }) => id);
    expect((await refusal(putBackRemovals(author, { ids }))).status).toBe(413);
    await putBackRemoved(author, { items: items.slice(0, 1) });
    await forgetRemoved(author, { ids: (await kept()).map(({ id }) => id) });
    expect(await kept()).toEqual([]);
  });

  it("gives others turns while it goes and comes back with thousands of comments", async () => {
    const author = await anEditor();
    const { id: journalId } = await aJournal(author);
    const now = new Date();
    const one = {
      targetType: "JOURNAL" as const,
      journalId,
      status: "AUDITING" as const,
      author: "Ann",
      visible: false,
      network: "",
    };
    const some = { ...one, content: "Text", html: "<p>Text</p>", createTime: now, updateTime: now };
    await engine().transaction(
      async (db) => {
        for (let i = 0; i < 30; i += 1)
          await db.insert(schema.comments).values(Array.from({ length: 100 }, () => some));
      },
      () => null,
    );
    const before = await everything();
    for (const work of [
      () => deleteJournal(author, { id: journalId }),
      () => putBackRemoved(author, { items: [{ kind: "journal", id: journalId }] }),
    ])
      expect(await turnsDuring(work)).toBeGreaterThan(3);
    expect(await everything()).toEqual(before);
    await deleteJournal(author, { id: journalId });
    const parts = (await stored().select().from(schema.removedParts)).map(({ part }) => part.rows.length);
    expect([Math.max(...parts), parts.reduce((sum, each) => sum + each, 0)]).toEqual([500, 3000]);
    await forgetRemoved(author, { ids: (await kept()).map(({ id }) => id) });
    expect(await stored().$count(schema.removedParts)).toBe(0);
  });

  it("is what earlier releases kept, with the rows of other tables within the record itself", async () => {
    const other = (await aTag()).id;
    await aPost(system, { tagIds: [other] });
    const id = await cases.tag.make();
    const before = await everything();
    await deleteTags(system, { ids: [id, other] });
    const sql = readFileSync(join("db", "migrations", postgres ? "postgres" : "sqlite", "0034_change.sql"), "utf8");
    const moving = sql.split("--> statement-breakpoint").filter((each) => /^\s*(?:INSERT|UPDATE) /.test(each));
    expect(moving).toHaveLength(2);
    await engine().transaction(
      async (db) => {
        const parts = await db.select().from(schema.removedParts).orderBy(schema.removedParts.id);
        for (const { id: removalId, record } of await db.select().from(schema.removedRecords)) {
          const beside = parts.flatMap((each) => (each.removalId === removalId ? [each.part] : []));
          expect(beside).toHaveLength(1);
          const earlier = { own: record.own, beside, children: record.children };
          await db
            .update(schema.removedRecords)
            .set({ record: earlier })
            .where(eq(schema.removedRecords.id, removalId));
        }
        await db.delete(schema.removedParts);
        for (const each of moving) await statement(db, each);
      },
      () => null,
    );
    for (const { record } of await stored().select().from(schema.removedRecords))
      expect(Object.keys(record).sort()).toEqual(["children", "own"]);
    await putBackRemovals(system, { ids: (await kept()).map((row) => row.id) });
    expect(await everything()).toEqual(before);
  });

  it("leaves what somebody moved or deleted meanwhile", async () => {
    const { id } = await aCategory();
    const child = await aCategory({ parentId: id });
    const elsewhere = await aCategory();
    const [gone, there] = [await aPost(system, { categoryIds: [id] }), await aPost(system, { categoryIds: [id] })];
    await deleteCategory(system, { categoryId: id });
    await updateCategory(system, { categoryId: child.id, name: child.name, parentId: elsewhere.id });
    await engine().transaction(
      (db) => db.delete(schema.posts).where(eq(schema.posts.id, gone.id)),
      () => null,
    );
    await putBackRemoved(system, { items: [{ kind: "category", id }] });
    expect(await stored().select({ postId: schema.postCategories.postId }).from(schema.postCategories)).toEqual([
      { postId: there.id },
    ]);
    const [row] = await stored().select().from(schema.categories).where(eq(schema.categories.id, child.id));
    expect(row?.parentId).toBe(elsewhere.id);
  });

  it("belongs to whom its author handed everything over", async () => {
    const [author, heir] = [await anAuthor(), await anAdmin()];
    const { id } = await aJournal(author);
    await deleteJournal(author, { id });
    await deleteUser(heir, { userId: author.id, heir: heir.id });
    await putBackRemoved(heir, { items: [{ kind: "journal", id }] });
    const [row] = await stored().select().from(schema.journals);
    expect(row).toMatchObject({ id, authorId: heir.id });
  });

  it("is nobody's where its author is gone", async () => {
    const author = await anAuthor();
    const { id } = await aJournal(author);
    await deleteJournal(system, { id });
    await engine().transaction(
      (db) => db.delete(schema.users).where(eq(schema.users.id, author.id)),
      () => null,
    );
    await putBackRemoved(system, { items: [{ kind: "journal", id }] });
    const [row] = await stored().select().from(schema.journals);
    expect(row).toMatchObject({ id, authorId: null });
  });

  it("does not make the menu deeper than it may be", async () => {
    const top = await aMenu();
    const middle = await aMenu({ parentId: top.id });
    const low = await aMenu({ parentId: middle.id });
    await deleteMenu(system, { menuId: middle.id });
    await updateMenu(system, { menuId: low.id, name: low.name, url: low.url, parentId: top.id });
    await aMenu({ parentId: low.id });
    expect((await refusal(putBackRemoved(system, { items: [{ kind: "menu", id: middle.id }] }))).status).toBe(400);
    expect(await kept()).toHaveLength(1);
  });

  it("can be a tag that was merged into another, with its posts", async () => {
    const [lasting, merged] = [await aTag(), await aTag()];
    const post = await aPost(system, { tagIds: [merged.id] });
    await mergeTags(system, { tagId: lasting.id, items: [merged.id] });
    await putBackRemoved(system, { items: [{ kind: "tag", id: merged.id }] });
    const rows = await stored().select().from(schema.postTags).where(eq(schema.postTags.postId, post.id));
    expect(new Set(rows.map(({ tagId }) => tagId))).toEqual(new Set([lasting.id, merged.id]));
  });

  it("shows on public pages at once", async () => {
    const { id } = await aLink();
    const names = async () => (await listPublicLinks(visitor, {})).items.map(({ name }) => name);
    await deleteLinks(system, { ids: [id] });
    expect(await names()).toEqual([]);
    await putBackRemoved(system, { items: [{ kind: "link", id }] });
    expect(await names()).toEqual(["A friend"]);
  });
});

describe("a deleted file", () => {
  const address = { folder: `2024/01/${FOLDER}`, last: `${FOLDER}.png` };
  const bytes = () => storage().size(`2024/01/${FOLDER}/v1/original`);
  const later = new Date(Date.now() + 30 * 24 * 3_600_000);

  it("keeps its bytes, which nobody can fetch meanwhile", async () => {
    const id = await anUpload();
    await deleteAttachments(system, { ids: [id] });
    expect((await refusal(getStoredFile(visitor, address))).status).toBe(404);
    expect(await sweepOrphans(later)).toBe(0);
    expect(await bytes()).toBe(9);
    await putBackRemoved(system, { items: [{ kind: "attachment", id }] });
    expect(await getStoredFile(visitor, address)).toMatchObject({ version: "v1" });
  });

  it("is the site's icon again at once", async () => {
    const { token } = await aToken("EDITOR");
    const body = aForm("icon.png", await aPng(64, 64));
    const [made] = (await call("POST", "/admin/attachments", { token, body })).list as { id: number; url: string }[];
    const id = made?.id ?? 0;
    await storeOptions({ site_icon: made?.url ?? "" });
    const favicon = async () => (await getFavicon(visitor, {})).toString("base64");
    const own = await favicon();
    const backs = [
      () => putBackRemoved(system, { items: [{ kind: "attachment" as const, id }] }),
      async () => putBackRemovals(system, { ids: (await kept()).map((row) => row.id) }),
    ];
    for (const back of backs) {
      await deleteAttachment(system, { attachmentId: id, force: true });
      expect(await favicon()).not.toBe(own);
      await back();
      expect(await favicon()).toBe(own);
    }
  });

  it("loses them when it is gone for good", async () => {
    const id = await anUpload();
    await deleteAttachment(system, { attachmentId: id });
    const [row] = await kept();
    await forgetRemoved(system, { ids: [row?.id ?? 0] });
    expect(await bytes()).toBeNull();
    await deleteAttachment(system, { attachmentId: await anUpload("bbbbbbbbbbbbbbbb") });
    await passDays(31);
    await forgetOverdueRemovals();
    expect(await sweepOrphans(later)).toBe(1);
  });

  it("keeps them where an import brought the same file again", async () => {
    const id = await anUpload();
    await deleteAttachment(system, { attachmentId: id });
    await anUpload();
    const [row] = await kept();
    await forgetRemoved(system, { ids: [row?.id ?? 0] });
    expect(await bytes()).toBe(9);
  });

  it("keeps them where an import of the same file fails, and where another one like it is gone for good", async () => {
    const id = await anUpload();
    await deleteAttachment(system, { attachmentId: id });
    const path = join(mkdtempSync(join(tmpdir(), "sent-")), "sent");
    writeFileSync(path, await aPng(8, 8));
    const sent = new IncomingFile(path, "same.png", 9, "x");
    const place = { folder: `2024/01/${FOLDER}`, fileName: "same.png", version: ".." };
    await expect(keepFile(sent, new Date(), place)).rejects.toThrow("is no name of a stored file");
    await removeKept([place.folder, "2024/01/dddddddddddddddd"]);
    expect(await bytes()).toBe(9);
    await deleteAttachment(system, { attachmentId: await anUpload() });
    await forgetRemoved(system, { ids: [(await kept())[0]?.id ?? 0] });
    expect(await bytes()).toBe(9);
  });

  it("stays away where its bytes are gone, as after a restore", async () => {
    const id = await anUpload();
    await deleteAttachment(system, { attachmentId: id });
    await storage().remove([`2024/01/${FOLDER}`]);
    const refused = await refusal(putBackRemoved(system, { items: [{ kind: "attachment", id }] }));
    expect([refused.status, refused.extra.reason]).toEqual([409, "removed_file_gone"]);
  });
});

it("is put back over the API, and listed there", async () => {
  const { token } = await aToken("EDITOR");
  const { id } = await aLink();
  expect((await call("DELETE", `/admin/links/${id}`, { token })).status).toBe(204);
  const { list } = await call("GET", "/admin/deleted?kind=link&keyword=friend", { token });
  expect(list).toMatchObject([{ kind: "link", recordId: id, name: "A friend" }]);
  const back = await call("POST", "/admin/deleted/back", { token, body: [{ kind: "link", id }] });
  expect([back.status, back.list]).toEqual([200, [{ kind: "link", id, name: "A friend" }]]);
  expect((await call("GET", `/admin/links/${id}`, { token })).json).toMatchObject({ name: "A friend" });
});
