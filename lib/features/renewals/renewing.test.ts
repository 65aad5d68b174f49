import { eq, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import * as schema from "../../../db/schema";
import { forgetReferencesOfDeleted } from "../references/forgetting";
import { recordReferences } from "../references/recording";
import { createJournalComment } from "../comments/creating";
import { deleteJournal } from "../journals/mutations";
import { putBackRemoved } from "../removals/mutations";
import { system } from "../../core/access";
import { subscribe } from "../../core/events";
import { engine } from "../../core/operation";
import { deletePost } from "../writing/posts/mutations";
import { aForm, aToken, call } from "../../testing/api";
import { anActor } from "../../testing/actors";
import { aJournal, aPost, refusal, storedPost } from "../../testing/factories";
import { everyText } from "../../testing/every-text";
import { renewals } from "../../testing/jobs";
import { aJpeg } from "../../testing/pictures";
import { freshDatabase, stored } from "../../testing/setup";
import { MAX_HTML, MAX_SOURCE } from "../../text/markdown/source";
import { beginRenewal, storeRenderings } from "./mutations";
import { BATCH, renewalOf } from "./queries";
import { renewTexts } from "./renewing";
import { storeNamed, stores } from "./stores";

const tables = Object.values(schema).filter((each): each is typeof schema.posts => is(each, Table));
const change = (table: typeof schema.posts, columns: Record<string, unknown>, id?: number) =>
  engine().transaction(
    (db) =>
      db
        .update(table)
        .set(columns)
        .where(id === undefined ? undefined : eq(table.id, id)),
    () => null,
  );
const rowsOf = async (table: typeof schema.posts) =>
  (await stored()
    .select()
    .from(table)
    .orderBy(...("id" in table ? [table.id] : []))) as Record<string, unknown>[];
const idle = { log: () => undefined, progress: () => undefined, signal: new AbortController().signal };

/** A text as an earlier version stored it: signs in a title, and a picture that a pattern wrote. */
const after = '<p title="&#x3C;!--" class="align-right">Some <em>text</em>.</p><i>x</i>';
const before =
  '<p title="<!--" align="right">Some <em>text</em>.</p><i tabindex="1" onfocus="alert(1)" autofocus>x</i><img alt="a">';

beforeEach(async () => {
  await freshDatabase();
});

describe("what holds HTML", () => {
  it("is every column in which a rendering ends up", async () => {
    await everyText();
    const held: string[] = [];
    for (const table of tables)
      for (const row of await rowsOf(table))
        for (const [column, value] of Object.entries(row))
          if (typeof value === "string" && /<em>/.test(value)) held.push(`${getTableName(table)} ${column}`);
    const known = stores.flatMap(({ name, texts }) => texts.map(({ html }) => `${name} ${html}`));
    expect([...new Set(held)].filter((place) => place !== "journals sourceContent").sort()).toEqual(known.sort());
    expect(known).toContain("sheet_revisions content");
  });
});

describe("texts of an earlier version", () => {
  it("are written anew wherever they stand, once, and are no new version of anything", async () => {
    await everyText();
    const texts = stores.flatMap(({ name, table, texts: columns }) =>
      columns.map(({ html }) => ({ name, table, html })),
    );
    const was = new Map(await Promise.all(stores.map(async ({ name, table }) => [name, await rowsOf(table)] as const)));
    // A text without a source is kept as it is.
    await change(schema.posts, { originalContent: "", keepRaw: true });
    for (const { table, html } of texts) await change(table, { [html]: before });
    const dropped = new Set<string>();
    const unsubscribe = subscribe(({ cacheKeys }) => cacheKeys.forEach((each) => dropped.add(each)));
    await beginRenewal(system, {});
    await renewals();
    unsubscribe();
    for (const { name, table, html } of texts)
      for (const [i, row] of (await rowsOf(table)).entries()) {
        const earlier = was.get(name)?.[i];
        const raw =
          name === "posts"
            ? {
                originalContent: "",
                keepRaw: true,
                content: after,
                excerpt: "Some text. x",
                wordCount: 3,
                ...("plainText" in row && { plainText: "Some text. x" }),
              }
            : row.sourceContent === ""
              ? { content: after }
              : {};
        expect([html, row]).toEqual([html, { ...earlier, ...raw }]);
      }
    expect([...dropped]).toEqual(
      expect.arrayContaining(["posts", "post:1", "sheets", "sheet:1", "journals", "journal:1", "comments:post:1"]),
    );
    expect(await renewalOf(stored(), "texts")).toMatchObject({ done: true });
    await beginRenewal(system, {});
    expect(
      (await stored().select().from(schema.jobs)).filter(
        ({ kind, state }) => kind === "renew-texts" && state !== "DONE",
      ),
    ).toEqual([]);
  });

  it("are written anew in deleted records as well, which somebody puts back", async () => {
    const author = await anActor("ADMIN");
    const { id } = await aJournal(author, { sourceContent: "Some *text*." });
    const comment = await createJournalComment(author, { author: "A", postId: id, content: "A *comment*." });
    const whole = async () => [await rowsOf(schema.journals as never), await rowsOf(schema.comments as never)];
    const was = await whole();
    const { texts } = storeNamed("journals") as (typeof stores)[number];
    for (const { html } of texts) await change(schema.journals as never, { [html]: before });
    await change(schema.comments as never, { html: before }, comment.id);
    await deleteJournal(author, { id });
    await beginRenewal(system, {});
    await renewals();
    await putBackRemoved(author, { items: [{ kind: "journal", id }] });
    expect(await whole()).toEqual(was);
  });

  it("are gone on with where the work stopped", async () => {
    for (let n = 0; n < BATCH + 3; n += 1) await aPost();
    await change(schema.posts, { content: before });
    await beginRenewal(system, {});
    const stopped = new AbortController();
    const course = { ...idle, signal: stopped.signal, progress: () => undefined };
    // Aborted after the first batch of posts, as a signal does between two batches.
    const unsubscribe = subscribe(
      ({ operation, cacheKeys }) => operation === "storeRenewedPart" && cacheKeys.includes("posts") && stopped.abort(),
    );
    await expect(renewTexts(course)).rejects.toThrow("aborted");
    unsubscribe();
    const left = async () => (await rowsOf(schema.posts)).filter(({ content }) => content === before).length;
    expect([await left(), await renewalOf(stored(), "texts")]).toMatchObject([
      3,
      { place: "posts", reached: BATCH, done: false },
    ]);
    await change(schema.posts, { content: "kept" }, 1);
    await renewTexts(idle);
    expect([await left(), (await storedPost(1)).content, await renewalOf(stored(), "texts")]).toMatchObject([
      0,
      "kept",
      { done: true },
    ]);
  });

  it("that were saved meanwhile stay as they were saved", async () => {
    const post = await aPost();
    const { content, version } = await storedPost(post.id);
    const rendering = { id: post.id, column: "content", before: "something else", html: "<p>stale</p>", addresses: [] };
    expect(await storeRenderings(system, { table: "posts", items: [rendering] })).toEqual({ cacheKeys: [], count: 0 });
    expect(await storedPost(post.id)).toMatchObject({ content, version });
  });

  it("are written anew where their HTML is longer than any source", async () => {
    const author = await anActor("ADMIN");
    const content = `<p>${"&".repeat(500_000)}</p>`;
    const { id } = await aPost(author, { originalContent: "", content, keepRaw: true });
    const { content: whole } = await storedPost(id);
    expect(whole.length).toBeGreaterThan(MAX_SOURCE);
    await change(schema.posts, { content: `${whole}<i tabindex="1" onfocus="alert(1)" autofocus></i>` }, id);
    await beginRenewal(system, {});
    await renewTexts(idle);
    expect((await storedPost(id)).content === `${whole}<i></i>`).toBe(true);
  });

  it("that cannot be rendered are named, and the others go on", async () => {
    const [deep, other] = [await aPost(), await aPost()];
    await change(schema.posts, { content: before, originalContent: "" });
    await change(schema.posts, { content: "x".repeat(MAX_HTML + 1) }, deep.id);
    const lines: string[] = [];
    await beginRenewal(system, {});
    await renewTexts({ ...idle, log: (line) => lines.push(line) });
    expect([lines[0], (await storedPost(other.id)).content.includes("onfocus")]).toEqual([
      expect.stringMatching(/^posts 1, content: .*longer than/),
      false,
    ]);
  });
});

describe("usages", () => {
  const upload = async (token: string) =>
    (
      await call("POST", "/admin/attachments", {
        token,
        body: aForm("sea.jpg", await aJpeg({ width: 1000, height: 500 })),
      })
    ).list[0] as { id: number; url: string };

  it("of an earlier version are looked up before anything is deleted for not being used", async () => {
    const { token } = await aToken("ADMIN");
    const { id, url } = await upload(token);
    await aPost(system, { title: "Sea", originalContent: `![](${url})`, metas: [{ key: "cover", value: url }] });
    await engine().transaction(
      (db) => db.delete(schema.references),
      () => null,
    );
    await beginRenewal(system, {});
    expect(await call("DELETE", `/admin/attachments/${id}`, { token })).toMatchObject({
      status: 503,
      json: { code: "unavailable" },
    });
    await renewals();
    expect((await call("GET", `/admin/attachments/${id}/usages`, { token })).list).toEqual([
      { kind: "post", id: 1, title: "Sea", field: "metas" },
      { kind: "post", id: 1, title: "Sea", field: "text" },
    ]);
    expect((await call("DELETE", `/admin/attachments/${id}`, { token })).status).toBe(409);
  });

  it("of a deleted record are not answered, and forgotten later", async () => {
    const { token } = await aToken("ADMIN");
    const { id, url } = await upload(token);
    const post = await aPost(system, { originalContent: `![](${url})` });
    await deletePost(system, { postId: post.id, permanent: true });
    expect((await call("GET", `/admin/attachments/${id}/usages`, { token })).list).toEqual([]);
    expect((await stored().select().from(schema.references)).length).toBeGreaterThan(0);
    await forgetReferencesOfDeleted();
    expect(await stored().select().from(schema.references)).toEqual([]);
  });

  it("name a picture that was replaced while the text was on its way, and the text follows", async () => {
    const { token } = await aToken("ADMIN");
    const { id, url } = await upload(token);
    const post = await aPost(system, { originalContent: `![](${url})` });
    const { content } = await storedPost(post.id);
    expect(
      (
        await call("PUT", `/admin/attachments/${id}/file`, {
          token,
          body: aForm("sea.jpg", await aJpeg({ width: 300, height: 200 })),
        })
      ).status,
    ).toBe(200);
    await renewals();
    const present = (await storedPost(post.id)).content;
    expect([present === content, present]).toEqual([false, expect.stringContaining('width="300" height="200"')]);
    // Rendered before the replacement, stored after it.
    await engine().transaction(
      async (db) => {
        await db.update(schema.posts).set({ content }).where(eq(schema.posts.id, post.id));
        await recordReferences(db, "post", post.id, { content });
      },
      () => null,
    );
    await renewals();
    expect((await storedPost(post.id)).content).toBe(present);
  });

  it("ask for no renewal where a text only leads to another version of a picture, which would stay", async () => {
    const { token } = await aToken("ADMIN");
    const { url } = await upload(token);
    const isRenewal = eq(schema.jobs.kind, "renew-pictures");
    const before = await stored().$count(schema.jobs, isRenewal);
    const post = await aPost(system, { originalContent: `[old](${url}?v=old1) ![](${url}?v=old2)` });
    expect((await storedPost(post.id)).content).toContain(`href="${url}?v=old1"`);
    expect(await stored().$count(schema.jobs, isRenewal)).toBe(before);
  });
});

it("a step of the work is refused where there is no such table", async () => {
  expect((await refusal(storeRenderings(system, { table: "events", items: [] }))).message).toContain("no store");
  expect(getTableColumns(schema.renewals)).toHaveProperty("done");
});
