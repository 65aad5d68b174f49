import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { events, jobs, replyAddresses } from "../../../db/schema";
import { mailToken } from "../../services/mail/token";
import { mailJob } from "../../services/mail/queue";
import { system } from "../../core/access";
import { engine } from "../../core/operation";
import { env } from "../../core/env";
import { readPayload } from "../../services/jobs/queue";
import { JobWorker } from "../../services/jobs/worker";
import { deletePost, updatePost } from "../writing/posts/mutations";
import { handlers } from "../../server/background/job-handlers";
import { anActor, anAdmin, anEditor, visitor } from "../../testing/actors";
import { aComment, aStranger, storedComment, words } from "../../testing/commented";
import { mailOptions, storeOptions } from "../../testing/options";
import { aCategory, aPost, refusal } from "../../testing/factories";
import { aMailServer } from "../../testing/mail-server";
import { freshDatabase, stored } from "../../testing/setup";
import { useMailServer } from "../../testing/smtp";
import { createPostComment, submitPostComment } from "./creating";
import { confirmReplies } from "./confirming";
import { postComments } from "./mutations";
import { stopNotifications } from "./notifications";

beforeEach(async () => {
  await freshDatabase();
  env.siteUrl = "https://jane.example";
  await storeOptions(mailOptions);
  await confirmed("ann@example.org", "victim@example.org", "other@example.org", "élise@example.org");
});

/** Notes that the readers of these addresses have agreed. */
const confirmed = (...emails: string[]) =>
  engine().transaction(
    async (db) => {
      for (const email of emails)
        await db.insert(replyAddresses).values({ email, confirmed: true, askedTime: new Date() });
    },
    () => null,
  );

/** The queued mails, in order. */
const mails = async () =>
  (await stored().select().from(jobs).orderBy(asc(jobs.id))).map(({ payload }) => readPayload(mailJob, payload));
const replies = async () => (await mails()).filter(({ template }) => template === "commentReply");
const approve = (commentId: number) => postComments.setStatus(system, { commentId, status: "PUBLISHED" });
const wanting = { email: "ann@example.org", allowNotification: true };

describe("a reply", () => {
  it("is mailed to one address so many times a day, however many replies there are and whoever sends them", async () => {
    const post = await aPost();
    const parent = await aComment(post.id, { ...wanting, email: "victim@example.org" });
    const shouted = await aComment(post.id, { ...wanting, email: "Victim@Example.org" });
    const other = await aComment(post.id, { ...wanting, email: "other@example.org" });
    const staff = await anEditor();
    for (let i = 0; i < 15; i += 1)
      for (const { id } of [parent, shouted]) await createPostComment(staff, words(post.id, { parentId: id }));
    await createPostComment(staff, words(post.id, { parentId: other.id }));
    const sent = (await replies()).map(({ to }) => to.toLowerCase());
    expect(sent.filter((to) => to === "victim@example.org")).toHaveLength(21);
    expect(sent.at(-1)).toBe("other@example.org");
  });

  it("is mailed also where somebody else has replied as often as they like", async () => {
    await storeOptions({ comment_new_need_check: "false" });
    const post = await aPost();
    await confirmed("flooded@example.org");
    const parent = await aComment(post.id, { ...wanting, email: "flooded@example.org" });
    const reply = (ip: string) => submitPostComment({ ...visitor, ip }, words(post.id, { parentId: parent.id }));
    const staff = { ...(await anEditor()), ip: "203.0.113.9" };
    for (let i = 0; i < 25; i += 1) await createPostComment(staff, words(post.id, { parentId: parent.id }));
    const before = (await replies()).length;
    for (let i = 1; i <= 3; i += 1) await reply(`198.51.100.${i}`);
    expect([before, (await replies()).length]).toEqual([21, 24]);
  });

  it("is mailed to whoever wanted to be told, once it is to be seen, and never twice", async () => {
    const post = await aPost(system, { title: "Tides", slug: "tides" });
    const parent = await aComment(post.id, wanting);
    const { id } = await submitPostComment(
      aStranger(),
      words(post.id, { parentId: parent.id, author: "Bob", content: "I **agree**" }),
    );
    expect(await replies()).toEqual([]);
    await approve(id);
    expect(await replies()).toMatchObject([
      {
        to: "ann@example.org",
        data: {
          author: "Bob",
          title: "Tides",
          comment: "I **agree**",
          link: `https://jane.example/archives/tides?comment=${id}#comment-${id}`,
          unsubscribe: expect.stringMatching(`^https://jane\\.example/unsubscribe/${parent.id}\\.[\\w-]{43}$`),
        },
      },
    ]);
    await postComments.setStatus(system, { commentId: id, status: "RECYCLE" });
    await approve(id);
    await postComments.setStatus(system, { commentId: parent.id, status: "AUDITING" });
    await approve(parent.id);
    expect(await replies()).toHaveLength(1);
  });

  it("by staff is mailed at once, in whatever way it comes to be seen", async () => {
    const post = await aPost();
    const parent = await aComment(post.id, wanting);
    await createPostComment(await anEditor(), words(post.id, { parentId: parent.id }));
    expect(await replies()).toHaveLength(1);
    const held = [
      await submitPostComment(aStranger(), words(post.id, { parentId: parent.id })),
      await submitPostComment(aStranger(), words(post.id, { parentId: parent.id })),
    ];
    await postComments.setStatuses(system, { items: held.map((each) => each.id), status: "PUBLISHED" });
    expect(await replies()).toHaveLength(3);
  });

  it("is mailed to nobody who did not ask, gave no address, or wrote it", async () => {
    const post = await aPost();
    for (const given of [{ email: "ann@example.org" }, { allowNotification: true }]) {
      const parent = await aComment(post.id, given);
      await aComment(post.id, { parentId: parent.id });
    }
    const own = await aComment(post.id, wanting);
    await aComment(post.id, { parentId: own.id, email: "ANN@example.org" });
    expect(await replies()).toEqual([]);
  });

  it("on a text that strangers cannot read is mailed to nobody", async () => {
    const post = await aPost();
    const parent = await aComment(post.id, wanting);
    const { id } = await submitPostComment(aStranger(), words(post.id, { parentId: parent.id }));
    for (const given of [{ status: "DRAFT" }, { status: "PUBLISHED", password: "secret" }] as const) {
      await updatePost(system, { postId: post.id, title: "x", ...given });
      await approve(id);
      await postComments.setStatus(system, { commentId: id, status: "AUDITING" });
    }
    expect(await replies()).toEqual([]);
  });
});

describe("a comment that waits", () => {
  it("is mailed to the owner, until they know", async () => {
    const owner = await anAdmin();
    await anAdmin();
    const post = await aPost(system, { title: "Tides" });
    await submitPostComment(aStranger(), words(post.id, { author: "Bob", content: "Hello" }));
    expect(await mails()).toMatchObject([
      {
        to: `${owner.name}@example.org`,
        template: "commentWaiting",
        data: { author: "Bob", title: "Tides", comment: "Hello", link: "https://jane.example/admin/comments" },
      },
    ]);
    for (let i = 0; i < 25; i += 1) await submitPostComment(aStranger(), words(post.id));
    expect(await mails()).toHaveLength(20);
  });

  it("is mailed to nobody where no comment waits, or there is no owner", async () => {
    const post = await aPost();
    await submitPostComment(aStranger(), words(post.id));
    await anAdmin();
    await createPostComment(system, words(post.id));
    expect(await mails()).toEqual([]);
  });
});

describe("a mail about a comment", () => {
  /** Sends queued mails; returns the recipients and the state of each job. */
  async function send() {
    const server = await aMailServer();
    await useMailServer(server);
    const failures: unknown[] = [];
    const worker = new JobWorker(handlers, (error) => failures.push(error));
    worker.start();
    const rows = () => stored().select({ state: jobs.state, log: jobs.log }).from(jobs).orderBy(asc(jobs.id));
    await expect.poll(async () => (await rows()).every(({ state }) => state === "DONE")).toBe(true);
    await worker.stop();
    await server.close();
    return {
      failures,
      to: server.received.map((mail) => mail.to.join()),
      lines: (await rows()).map(({ log }) => log.join()),
    };
  }

  it("that was decided on or deleted before it went does not go", async () => {
    const owner = await anAdmin();
    const post = await aPost();
    const [approved, binned, deleted] = [
      await submitPostComment(aStranger(), words(post.id)),
      await submitPostComment(aStranger(), words(post.id)),
      await submitPostComment(aStranger(), words(post.id)),
    ];
    await submitPostComment(aStranger(), words(post.id));
    await approve(approved.id);
    await postComments.setStatus(system, { commentId: binned.id, status: "RECYCLE" });
    await postComments.remove(system, { commentId: deleted.id });
    const skipped = expect.stringMatching(
      /Not sent: the comment was approved, rejected, hidden or deleted in the meantime, or the mail is no longer wanted\.$/,
    );
    expect(await send()).toEqual({
      failures: [],
      to: [`${owner.name}@example.org`],
      lines: [skipped, skipped, skipped, ""],
    });
  });

  it("that replies goes only while the reply is to be seen", async () => {
    const post = await aPost();
    const parent = await aComment(post.id, wanting);
    const taken = await createPostComment(await anEditor(), words(post.id, { parentId: parent.id }));
    await createPostComment(await anEditor(), words(post.id, { parentId: parent.id }));
    await postComments.setStatus(system, { commentId: taken.id, status: "RECYCLE" });
    expect(await send()).toEqual({
      failures: [],
      to: ["ann@example.org"],
      lines: [expect.stringContaining("Not sent"), ""],
    });
  });

  it.each<[string, (postId: number, parentId: number) => Promise<unknown>]>([
    ["taken back", (postId) => updatePost(system, { postId, title: "x", status: "DRAFT" })],
    ["made private", (postId) => updatePost(system, { postId, title: "x", status: "INTIMATE" })],
    ["given a password", (postId) => updatePost(system, { postId, title: "x", password: "a secret" })],
    ["recycled", (postId) => deletePost(system, { postId })],
    ["deleted for good", (postId) => deletePost(system, { postId, permanent: true })],
    [
      "put into a section with a password",
      async (postId) =>
        updatePost(system, { postId, title: "x", categoryIds: [(await aCategory({ password: "a" })).id] }),
    ],
    [
      "left, but the comment above is hidden",
      (_, commentId) => postComments.setStatus(system, { commentId, status: "RECYCLE" }),
    ],
    [
      "left, but its reader wants no more mails",
      async (_, id) => {
        const { email } = await storedComment(id);
        await stopNotifications(visitor, { token: mailToken("unsubscribe", { id, email }) });
      },
    ],
  ])("that replies does not go where its text was %s before it went", async (_what, hide) => {
    const post = await aPost();
    const parent = await aComment(post.id, wanting);
    await createPostComment(await anEditor(), words(post.id, { parentId: parent.id }));
    expect(await replies()).toHaveLength(1);
    await hide(post.id, parent.id);
    expect(await send()).toMatchObject({ failures: [], to: [] });
  });
});

it("without mail nothing is queued", async () => {
  await storeOptions({ email_enabled: "false" });
  await anAdmin();
  const post = await aPost();
  const parent = await aComment(post.id, wanting);
  await aComment(post.id, { parentId: parent.id });
  expect(await stored().select().from(jobs)).toEqual([]);
});

describe("whoever wants no more mail", () => {
  it("says so by the link in one, for all comments under this address", async () => {
    const post = await aPost();
    const [one, two, other] = [
      await aComment(post.id, { ...wanting, email: "Élise@Example.org" }),
      await aComment(post.id, { ...wanting, email: "Élise@example.ORG" }),
      await aComment(post.id, { ...wanting, email: "bob@example.org" }),
    ];
    await aComment(post.id, { parentId: one.id });
    const token = (await replies())[0]?.data.unsubscribe?.split("/").at(-1) ?? "";
    for (let i = 0; i < 2; i += 1) await stopNotifications(visitor, { token });
    expect(
      await Promise.all([one, two, other].map(async ({ id }) => (await storedComment(id)).allowNotification)),
    ).toEqual([false, false, true]);
    // Whoever says it again and again fills no log.
    const said = await stored().select().from(events).where(eq(events.operation, "stopNotifications"));
    expect(said).toHaveLength(1);
  });

  // Each looks through all comments under the address, of which a stranger may write ten thousand in a day.
  it("has so many of these looked into in a while, and nobody else fewer for that", async () => {
    const post = await aPost();
    const tokenOf = async (email: string) => {
      const { id } = await aComment(post.id, { ...wanting, email });
      return mailToken("unsubscribe", { id, email });
    };
    const token = await tokenOf("again@example.org");
    for (let i = 0; i < 5; i += 1) await stopNotifications(visitor, { token });
    expect(await refusal(stopNotifications(visitor, { token }))).toMatchObject({ code: "too_many" });
    await stopNotifications(visitor, { token: await tokenOf("once@example.org") });
    expect(await refusal(stopNotifications(visitor, { token: `${token}x` }))).toMatchObject({ code: "not_found" });
  });

  it("cannot do so for others", async () => {
    const post = await aPost();
    const [one, two] = [
      await aComment(post.id, wanting),
      await aComment(post.id, { ...wanting, email: "bob@example.org" }),
    ];
    await aComment(post.id, { parentId: one.id });
    const token = (await replies())[0]?.data.unsubscribe?.split("/").at(-1) ?? "";
    for (const forged of [
      "",
      "1",
      token.replace(/^\d+/, String(two.id)),
      `${token}x`,
      token.slice(0, -1),
      `999.${token.split(".")[1]}`,
    ])
      expect(await refusal(stopNotifications(visitor, { token: forged }))).toMatchObject({ code: "not_found" });
    expect((await storedComment(two.id)).allowNotification).toBe(true);
  });
});

describe("an address that was given for replies", () => {
  const asked = async () => (await mails()).filter(({ template }) => template === "commentConfirm");
  const wantingNew = { email: "New@example.org", allowNotification: true };
  const tokenIn = (link: string | undefined) => new URL(link ?? "").searchParams.get("token") ?? "";

  it("is asked once when the comment is to be seen, and gets nothing more until its reader agrees", async () => {
    const post = await aPost(system, { title: "Tides" });
    const { id } = await submitPostComment(aStranger(), words(post.id, wantingNew));
    expect(await asked()).toEqual([]);
    await approve(id);
    await aComment(post.id, wantingNew);
    expect(await asked()).toMatchObject([{ to: "New@example.org", data: { title: "Tides" } }]);
    await createPostComment(await anEditor(), words(post.id, { parentId: id }));
    expect(await replies()).toEqual([]);

    const [mail] = await asked();
    expect(mail?.data.link).toMatch(/^https:\/\/jane\.example\/confirm\?token=/);
    expect(await refusal(confirmReplies(visitor, { token: `${id}.${"x".repeat(43)}` }))).toMatchObject({ status: 404 });
    await confirmReplies(visitor, { token: tokenIn(mail?.data.link) });
    await createPostComment(await anEditor(), words(post.id, { parentId: id }));
    expect(await replies()).toMatchObject([{ to: "New@example.org" }]);
    await aComment(post.id, wantingNew);
    expect(await asked()).toHaveLength(1);
  });

  it("is not asked where no replies are wanted, or where it is that of somebody who writes here", async () => {
    const post = await aPost();
    await aComment(post.id, { email: "new@example.org" });
    const author = await anEditor();
    const { id } = await createPostComment(author, words(post.id, { allowNotification: true }));
    await createPostComment(await anAdmin(), words(post.id, { parentId: id }));
    expect(await asked()).toEqual([]);
    expect(await replies()).toHaveLength(1);
  });

  it("is asked where a reader's account has it, which may have anybody's", async () => {
    const post = await aPost();
    const reader = await anActor("SUBSCRIBER");
    const { id } = await submitPostComment(reader, words(post.id, { allowNotification: true }));
    await approve(id);
    await createPostComment(await anEditor(), words(post.id, { parentId: id }));
    expect(await replies()).toEqual([]);
    const [mail] = await asked();
    await confirmReplies(visitor, { token: tokenIn(mail?.data.link) });
    await createPostComment(await anEditor(), words(post.id, { parentId: id }));
    expect(await replies()).toMatchObject([{ to: mail?.to }]);
  });

  it("is asked for comments that nobody had to approve so many times an hour, whoever sends them", async () => {
    await storeOptions({ ...mailOptions, comment_new_need_check: "false", comment_first_held: "false" });
    // The comments below the first ones are counted with those of other tests.
    const all = await Promise.all(Array.from({ length: 8 }, () => aPost()));
    const texts = all.toSorted((one, other) => one.id - other.id).slice(4);
    for (const [number, { id }] of texts.entries())
      for (let i = 0; i < 35; i += 1)
        await submitPostComment(aStranger(), words(id, { ...wanting, email: `victim-${number}-${i}@example.org` }));
    expect(await asked()).toHaveLength(120);
    // Whoever approves a comment has looked at it.
    await storeOptions({ comment_new_need_check: "true" });
    const { id } = await submitPostComment(
      aStranger(),
      words(texts[0]?.id ?? 0, { ...wanting, email: "one@example.org" }),
    );
    await approve(id);
    expect((await asked()).at(-1)).toMatchObject({ to: "one@example.org" });
  });
});
