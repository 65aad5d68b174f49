import { beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../core/access";
import * as schema from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { aComment, aStranger, kinds, words } from "../../../testing/commented";
import { entriesOf, exported, linesOf } from "../../../testing/exports";
import { fillColumns } from "../../../testing/filled-columns";
import { stored } from "../../../testing/setup";
import { parts, textColumns } from "./columns";
import { storeOptions } from "../../../testing/options";
import { anActor, system } from "../../../testing/actors";
import { aForm, call, tokenOf } from "../../../testing/api";
import { aCategory, aJournal, aPost, aSheet, aTag, inHours } from "../../../testing/factories";
import { aJpeg } from "../../../testing/pictures";
import { journalComments, postComments } from "../../comments/mutations";
import { createLink } from "../../links/mutations";
import { createMenu } from "../../menus/mutations";
import { createOption } from "../../options/mutations";
import { createPhoto } from "../../photos/mutations";
import { createRedirect } from "../../redirects/mutations";
import { countHit, flushTraces } from "../../redirects/traces";
import { updatePost } from "../../writing/posts/mutations";
import { updateSheet } from "../../writing/sheets/mutations";
import { anEmptySite, importInto, roundTrip } from "../../../testing/round-trip";

let owner: Actor & { id: number };

beforeEach(async () => void (owner = await anEmptySite()));

async function anUpload(name: string, bytes: Buffer | string): Promise<string> {
  const { list } = await call("POST", "/admin/attachments", {
    token: await tokenOf(owner.id),
    body: aForm(name, bytes),
  });
  return String(list[0]?.url);
}

/** A site in which everything is that an export holds. */
async function aWholeSite(): Promise<void> {
  const author = await anActor("AUTHOR");
  const picture = await anUpload(
    "chart.jpg",
    await aJpeg({ width: 900, height: 700, exif: { IFD0: { Artist: "me" } } }),
  );
  const drawing = await anUpload(
    "plan.svg",
    '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><script>1</script><path d="M0 0"/></svg>',
  );
  await anUpload("twice.txt", "the same");
  await anUpload("again.txt", "the same");
  const top = await aCategory({ name: "Top", password: "sesame", priority: 3 });
  const inside = await aCategory({ name: "A/B", parentId: top.id, description: "x".repeat(100) });
  const tag = await aTag("C++");
  const { id } = await aPost(author, {
    title: 'Tide: "high" 🌊 – yes',
    slug: "tide",
    originalContent: `---\nWater\r\nrises ![x](${picture}) [y](/archives/tide)\n\n---\n`,
    summary: "one\r\ntwo\n\n  three",
    categoryIds: [inside.id, top.id],
    tagIds: [tag.id],
    thumbnail: drawing,
    metas: Array.from({ length: 150 }, (_, i) => ({ key: `key ${i}`, value: "yes" })),
    createTime: "1969-05-06T07:08:09.010Z",
  });
  await updatePost(owner, { postId: id, title: "Tide", slug: "tide-2", originalContent: "*New*" });
  await updatePost(owner, { postId: id, title: "Tide", originalContent: "# Being written", autoSave: true });
  await aPost(system, {
    slug: "raw",
    originalContent: "",
    content: `<p>Raw <img src="${picture}"></p>`,
    keepRaw: true,
  });
  await aPost(owner, {
    slug: "rich",
    editorType: "RICHTEXT",
    originalContent: "<h2>Rich</h2><!-- kept --><p onclick='x'>text</p>",
  });
  await aPost(owner, { slug: "empty", originalContent: "" });
  for (const given of [
    { status: "DRAFT" },
    { status: "INTIMATE", password: "p" },
    { status: "RECYCLE" },
    { createTime: inHours(5) },
  ] as const)
    await aPost(owner, { ...given, originalContent: "---\ntitle: no\n---\nbody" });
  const sheet = await aSheet(owner, { slug: "about", originalContent: "Text", topPriority: -5 });
  await updateSheet(owner, { sheetId: sheet.id, title: "About", originalContent: "Other", disallowComment: true });
  const open = await aPost(owner, { slug: "open" });
  const first = await aComment(open.id, { content: "First" });
  let parent = first.id;
  for (let i = 0; i < 5; i += 1) parent = (await aComment(open.id, { content: `Reply ${i}`, parentId: parent })).id;
  await postComments.setStatus(system, { commentId: parent, status: "RECYCLE" });
  const journal = await aJournal(author, { sourceContent: "**Note** <b>x</b>" });
  await aJournal(owner, { sourceContent: "Own", type: "INTIMATE" });
  await aJournal(owner, { sourceContent: "", content: "<p>Raw</p>", keepRaw: true }).catch(() => undefined);
  expect([journal.id, journalComments]).toBeDefined();
  await createLink(system, { name: "Friend", url: "https://friend.example/", priority: 5, team: "t", logo: picture });
  await createPhoto(system, { name: "Photo", url: picture, thumbnail: "", priority: 4, location: "here" });
  const menu = await createMenu(system, { name: "Menu", url: "/archives" });
  await createMenu(system, { name: "Below", url: "https://x.example/", parentId: menu.id, target: "_blank" });
  const led = await createRedirect(system, {
    source: "/old%20docs/%2541",
    target: "/archives?page=2#top",
    status: 308,
  });
  await createRedirect(system, { source: "/old docs", below: true, target: "https://docs.example/v1/" });
  await createRedirect(system, { source: "/gone", target: "", status: 410 });
  countHit(led.id);
  await flushTraces();
  await storeOptions({ site_title: "Harbour", posts_per_page: "13", email_password: "secret" });
  await createOption(system, { key: "own", type: "CUSTOM", value: "x\ny" });
  await createOption(system, { key: "own_internal", type: "INTERNAL", value: "{}" });
}

test("an export that is taken into an empty site is the export of that site", async () => {
  await aWholeSite();
  const { before, after, report } = await roundTrip();
  const empty = [...before].filter(([name, text]) => name.startsWith("data/") && text === "").map(([name]) => name);
  expect(empty, "the whole site has something of each kind").toEqual([]);
  expect(report.records.filter(({ outcome }) => outcome === "failed" || outcome === "skipped")).toEqual([]);
  expect([report.state, report.error]).toEqual(["DONE", null]);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, text] of before) expect([name, after.get(name)]).toEqual([name, text]);
});

test("taken in again, it changes nothing", async () => {
  await aWholeSite();
  const { after, path, owner: here } = await roundTrip();
  const again = await importInto(here, path);
  expect(again.summary).toMatchObject({ imported: 0, updated: 0, failed: 0 });
  expect(after.size).toBeGreaterThan(15);
});

/** Values of columns that take only some. */
const formed = {
  avatar: "https://pictures.example/me.png",
  thumbnail: "https://pictures.example/cover.png",
  authorUrl: "https://ann.example/",
  url: "https://me.example/",
  email: "ann@example.org",
  locale: "zh-CN",
  timeZone: "Asia/Shanghai",
  health: "DEAD",
  language: "de",
  editorType: "RICHTEXT",
};

test("each column that an export holds comes back, new ones too", async () => {
  await aWholeSite();
  for (const kind of kinds.slice(1)) {
    const { id } = await kind.target();
    await kind.submit(aStranger(), words(id));
  }
  const [sheet] = await stored().select().from(schema.sheets);
  await updateSheet(owner, { sheetId: sheet?.id ?? 0, title: "About", slug: "about-us", originalContent: "Now" });
  const draft = { sheetId: sheet?.id ?? 0, title: "About", originalContent: "Being written", autoSave: true };
  await updateSheet(owner, draft);
  const author = (await stored().select().from(schema.users)).find(({ id }) => id !== owner.id);
  await engine().transaction(
    async (db) => {
      await db.update(schema.comments).set({ userId: author?.id ?? null });
      const address = { path: "/2019/tide", kind: "sheet", recordId: sheet?.id ?? 0, origin: "", importId: 0 };
      await db.insert(schema.oldAddresses).values(address);
    },
    () => null,
  );
  const { imports: _imports, ...tables } = parts;
  const texts = { without: textColumns.without };
  const empty = await fillColumns(
    { ...tables, posts: { table: schema.posts, ...texts }, sheets: { table: schema.sheets, ...texts } },
    formed,
  );
  expect(empty, "columns that hold the same in every row: have the site of this test hold something else").toEqual([]);
  const { before, after, report, path } = await roundTrip();
  expect(report.records.filter(({ warnings }) => warnings.length > 0).map(({ warnings }) => warnings)).toEqual([]);
  for (const [name, text] of before) expect([name, after.get(name)]).toEqual([name, text]);
  const personOf = (entries: ReadonlyMap<string, string>) =>
    linesOf(entries, "users").find(({ username }) => username === author?.username);
  // Nobody has signed in here yet.
  expect(personOf(await exported({ personalData: true }))).toEqual({
    ...personOf(await entriesOf(path)),
    lastLoginTime: null,
  });
});
