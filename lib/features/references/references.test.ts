import { and, eq, isNull } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { references } from "../../../db/schema";
import { system } from "../../core/access";
import { engine } from "../../core/operation";
import { createMenu } from "../menus/mutations";
import { createOption } from "../options/mutations";
import { deletePost, updatePost, updatePostContent } from "../writing/posts/mutations";
import { beginRenewal } from "../renewals/mutations";
import { renewTexts } from "../renewals/renewing";
import { deleteSheet, updateSheet } from "../writing/sheets/mutations";
import { publishedAttacks } from "../../text/html/attack-collection";
import { htmlAttacks, markdownAttacks } from "../../text/html/attacks";
import { addressesInHtml } from "../../text/html/local-addresses";
import { parseHtml } from "../../text/html/parse-html";
import { elementsBelow } from "../../text/html/write-html";
import { render } from "../../text/markdown/render";
import { getProfile } from "../accounts/users/queries";
import { updateProfile } from "../accounts/users/profile";
import { anActor } from "../../testing/actors";
import { aJournal, aPost, aSheet } from "../../testing/factories";
import { costOfWaiting } from "../../testing/cost";
import { freshDatabase, stored } from "../../testing/setup";
import { isOnSite, namesHost, slugPlace } from "./address";
import { recordReferences } from "./recording";
import { turnsDuring } from "../../testing/turns";

type Row = typeof references.$inferSelect;

const noted = async (kind: Row["kind"], recordId: number): Promise<string[]> =>
  (
    await stored()
      .select()
      .from(references)
      .where(and(eq(references.kind, kind), eq(references.recordId, recordId)))
  )
    .map(({ field, place, name, postId, sheetId }) => `${field} ${place} ${name} ${postId ?? "-"} ${sheetId ?? "-"}`)
    .sort();

/** The references to posts that do not exist. */
const broken = async (): Promise<string[]> =>
  (
    await stored()
      .select({ kind: references.kind, recordId: references.recordId, name: references.name })
      .from(references)
      .where(and(eq(references.place, "archives"), isNull(references.postId)))
  )
    .map(({ kind, recordId, name }) => `${kind} ${recordId} ${name}`)
    .sort();

beforeEach(async () => {
  await freshDatabase();
});

it("others have turns while thousands of addresses of a text are noted, and forgotten", async () => {
  const { id } = await aPost();
  for (const from of [0, 4_000]) {
    const content = Array.from({ length: 4_000 }, (_, i) => `/archives/${from + i}`);
    const note = () =>
      engine().transaction(
        (db) => recordReferences(db, "post", id, { content: "A text." }, { known: { content } }),
        () => null,
      );
    expect(await turnsDuring(note)).toBeGreaterThan(3);
    expect(await noted("post", id)).toHaveLength(4_000);
  }
});

it("an address leads nowhere that no database keeps in plain, or finds again", async () => {
  const reader = await anActor("SUBSCRIBER");
  const { username, nickname, email } = await getProfile(reader, {});
  const letters = Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000))).join(
    "",
  );
  for (const avatar of [`/archives/${letters}`, `/${letters}`, "/archives/%00", "/%00", "/archives/a%00b"])
    await updateProfile(reader, { username, nickname, email, avatar });
  expect(await noted("user", reader.id)).toEqual([]);
});

describe("an address", () => {
  const site = "https://example.org";

  it.each([
    ["/archives/a", "archives a"],
    ["/archives/%E9%9B%BE/?x#y", "archives 雾"],
    ["/2026/11/a", "archives a"],
    ["/2026/11/22/a#b", "archives a"],
    ["https://example.org/archives/a", "archives a"],
    ["//example.org/archives/a", "archives a"],
    ["/about", "top about"],
    ["/about/", "top about"],
    ["/tags", null],
    ["/", null],
    ["/2026/1/a", null],
    ["/archives/a/b", null],
    ["/archives/%", null],
    ["https://example.com/archives/a", null],
    ["http://[", null],
  ])("%s leads to %s", (address, expected) => {
    const there = namesHost(address) && !isOnSite(address, site) ? null : slugPlace(address);
    expect(there && `${there.place} ${there.name}`).toBe(expected);
  });
});

describe("what a text leads to", () => {
  it("is what a browser finds in its elements, whether asked of the tree or of the HTML", async () => {
    const piece = fc.constantFrom(
      ...markdownAttacks,
      ...htmlAttacks,
      ...publishedAttacks,
      "[a](/archives/a)",
      '![](</archives/b c> "/archives/x")',
      "<https://example.org/archives/d>",
      '<img src="/a.png" srcset="/b.png 1x, /c.png 2x"><video poster="/p.png" src=/v.mp4></video>',
      '<blockquote cite="/archives/q"><a href="&#x2F;archives&#x2F;e">e</a></blockquote>',
      "`[no](/archives/no)`",
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("\n\n"));
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom("MARKDOWN" as const, "RICHTEXT" as const), async (given, editorType) => {
        const { html, addresses } = await render({ editorType, originalContent: given, keepRaw: false });
        expect(addressesInHtml(html).sort()).toEqual(addresses.sort());
        const shown = [...elementsBelow(parseHtml(html))].flatMap(({ properties: { href, src, poster, cite } }) =>
          [href, src, poster, cite].map((address) => String(address ?? "")),
        );
        expect(addresses).toEqual(expect.arrayContaining(shown.filter((address) => /^(\/|https?:)/i.test(address))));
      }),
      { numRuns: 300 },
    );
  });

  it("stands in rows of the record, of its published and its working text", async () => {
    await aPost(system, { title: "Here", slug: "here" });
    const post = await aPost(system, { status: "PUBLISHED", originalContent: "[a](/archives/here) [b](/about)" });
    expect(await noted("post", post.id)).toEqual(["content archives here 1 -", "content top about - -"]);
    await updatePostContent(system, { postId: post.id, originalContent: "![c](/archives/gone) `/archives/here`" });
    expect(await noted("post", post.id)).toEqual([
      "content archives here 1 -",
      "content top about - -",
      "workingContent archives gone - -",
    ]);
    await updatePost(system, { postId: post.id, title: "x", originalContent: "nothing" });
    expect(await noted("post", post.id)).toEqual([]);
    const journal = await aJournal(system, { sourceContent: "[a](/archives/here)" });
    expect(await noted("journal", journal.id)).toEqual(["content archives here 1 -"]);
    const menu = await createMenu(system, { name: "Menu", url: "/archives/here" });
    expect(await noted("menu", menu.id)).toEqual(["url archives here 1 -"]);
  });

  it("is compared by name when all the links of a text change, not each with each", async () => {
    const linksTo = (name: string) => ({
      originalContent: Array.from({ length: 5_000 }, (_, i) => `[](/archives/${name}${i})`).join(" "),
    });
    const { id: postId } = await aPost(system, linksTo("a"));
    const { cost } = await costOfWaiting(() => updatePost(system, { postId, title: "x", ...linksTo("b") }));
    const rows = await noted("post", postId);
    expect([rows.length, rows[0]]).toEqual([5_000, "content archives b0 - -"]);
    if (process.env.BROADSHEET_PRINT_COSTS) console.log(cost);
    expect(cost).toBeLessThan(1_500);
  }, 60_000);

  it("is of this site under its whole address as well", async () => {
    await createOption(system, { key: "site_url", value: "https://example.org" });
    const text = "[a](https://example.org/archives/a) [b](https://example.com/archives/b) <https://example.org/c>";
    const post = await aPost(system, { originalContent: text });
    expect(await noted("post", post.id)).toEqual(["content archives a - -", "content top c - -"]);
  });
});

describe("where an address leads", () => {
  it("is known when somebody comes to stand there, moves and goes", async () => {
    const from = await aPost(system, { title: "From", originalContent: "[x](/archives/x) [y](/archives/y)" });
    expect(await broken()).toEqual([`post ${from.id} x`, `post ${from.id} y`]);
    const x = await aPost(system, { slug: "x", status: "PUBLISHED" });
    expect(await noted("post", from.id)).toEqual([`content archives x ${x.id} -`, "content archives y - -"]);
    // Its old address redirects to the new one.
    await updatePost(system, { postId: x.id, title: x.title, slug: "y" });
    expect(await noted("post", from.id)).toEqual([`content archives x ${x.id} -`, `content archives y ${x.id} -`]);
    expect(await broken()).toEqual([]);
    const other = await aPost(system, { slug: "x", status: "DRAFT" });
    expect(await noted("post", from.id)).toEqual([`content archives x ${other.id} -`, `content archives y ${x.id} -`]);
    await deletePost(system, { postId: x.id, permanent: true });
    expect(await noted("post", from.id)).toEqual([`content archives x ${other.id} -`, "content archives y - -"]);
    // A draft leaves no redirect.
    await updatePost(system, { postId: other.id, title: "x", slug: "z" });
    expect(await broken()).toEqual([`post ${from.id} x`, `post ${from.id} y`]);
  });

  it("is a sheet at the top of the site, and a post where there is one", async () => {
    const from = await aPost(system, { title: "From", originalContent: "[about](/about)" });
    const sheet = await aSheet(system, { slug: "about", status: "DRAFT" });
    const post = await aPost(system, { slug: "about" });
    expect(await noted("post", from.id)).toEqual([`content top about ${post.id} ${sheet.id}`]);
    await updateSheet(system, { sheetId: sheet.id, title: "x", slug: "other" });
    expect(await noted("post", from.id)).toEqual([`content top about ${post.id} -`]);
    await updateSheet(system, { sheetId: sheet.id, title: "x", slug: "about" });
    await deleteSheet(system, { sheetId: sheet.id, permanent: true });
    expect(await noted("post", from.id)).toEqual([`content top about ${post.id} -`]);
  });

  it("is noted of what an earlier version stored", async () => {
    const here = await aPost(system, { slug: "here", status: "PUBLISHED" });
    const from = await aPost(system, {
      originalContent: "[a](/archives/here) ![](/uploads/2026/11/0000000000000001/a.jpg)",
      thumbnail: "/uploads/2026/11/0000000000000002/b.jpg",
    });
    const rows = () => stored().select().from(references).orderBy(references.field, references.place, references.name);
    const before = await rows();
    expect(before).toHaveLength(4);
    await engine().transaction(
      (db) => db.delete(references),
      () => null,
    );
    await beginRenewal(system, {});
    await renewTexts({ log: () => undefined, progress: () => undefined, signal: new AbortController().signal });
    expect(await rows()).toEqual(before);
    expect(await noted("post", from.id)).toContain(`content archives here ${here.id} -`);
  });
});
