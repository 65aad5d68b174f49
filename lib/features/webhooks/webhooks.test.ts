import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { announced, jobs, webhookDeliveries, webhooks } from "../../../db/schema";
import { guide } from "../../api/guide";
import type { Actor } from "../../core/access";
import { isPublicAddress } from "../../services/outbound/outbound";
import { engine } from "../../core/operation";
import { submitPostComment } from "../comments/creating";
import { postComments } from "../comments/mutations";
import { getJob } from "../../services/jobs/queries";
import { JobWorker } from "../../services/jobs/worker";
import { setPostsStatus } from "../writing/posts/bulk";
import { deletePost, setPostStatus, updatePost, updatePostContent } from "../writing/posts/mutations";
import { setOptions } from "../options/mutations";
import { deleteJournal, updateJournal } from "../journals/mutations";
import { handlers } from "../../server/background/job-handlers";
import { lookups } from "../../server/background/webhook-subjects";
import { deleteSheet, setSheetStatus, updateSheet } from "../writing/sheets/mutations";
import { anActor, anAdmin, system, visitor } from "../../testing/actors";
import { aJournal, aPost, aSheet, faults, inHours, refusal } from "../../testing/factories";
import { mailOptions } from "../../testing/options";
import { freshDatabase, stored } from "../../testing/setup";
import { announceNews, send } from "./announcing";
import { deliverWebhook, forgetDeliveries } from "./delivering";
import { createWebhook, deleteWebhook, pingWebhook, resendDelivery, updateWebhook } from "./mutations";
import { getWebhook, listDeliveries, listWebhooks } from "./queries";
import { webhookEvents } from "./schema";

type Got = { headers: IncomingMessage["headers"]; body: string; event: string; data: Record<string, unknown> };
let admin: Actor;
let server: Server | undefined;
let worker: JobWorker | undefined;
const failures: unknown[] = [];
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  server = undefined;
});

/** A real server that records its requests, and its webhook; everything else stays unreachable. */
async function listen(answer: (res: ServerResponse, count: number) => void = (res) => res.writeHead(204).end()) {
  const got: Got[] = [];
  server = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => (body += String(chunk)));
    req.on("end", () => {
      const { event, data } = JSON.parse(body) as Got;
      got.push({ headers: req.headers, body, event, data });
      answer(res, got.length);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  const hook = await createWebhook(admin, {
    name: "Search",
    url: `http://localhost:${port}/hook`,
    events: [...webhookEvents],
  });
  worker = new JobWorker(
    { ...handlers, "deliver-webhook": deliverWebhook((address) => address === "127.0.0.1" || address === "::1") },
    (error) => failures.push(error),
  );
  worker.start();
  return { got, hook };
}

const tell = () => announceNews(lookups);
const names = (got: Got[]) => got.map(({ event, data }) => `${event} ${String(data.id)}`);
const idle = () =>
  expect
    .poll(
      async () =>
        (await stored().select({ state: jobs.state }).from(jobs)).filter(({ state }) => state !== "DONE").length,
    )
    .toBe(0);

describe("what happens to a post", () => {
  it("is told, signed, once, in order", async () => {
    const { got, hook } = await listen();
    const post = await aPost(system, { title: "One", status: "DRAFT" });
    await tell();
    await setPostStatus(system, { postId: post.id, status: "PUBLISHED" });
    await tell();
    await tell();
    await idle();
    await updatePost(system, { postId: post.id, title: "Two" });
    await tell();
    await idle();
    await updatePostContent(system, { postId: post.id, originalContent: "a working text" });
    await updatePost(system, { postId: post.id, title: "Two", autoSave: true });
    await tell();
    await deletePost(system, { postId: post.id });
    await tell();
    await idle();
    await deletePost(system, { postId: post.id, permanent: true });
    await tell();
    await idle();
    expect(names(got)).toEqual([`post.published ${post.id}`, `post.updated ${post.id}`, `post.deleted ${post.id}`]);
    expect(got[0]?.data).toMatchObject({ title: "One", url: post.url, locked: false });
    expect(got[1]?.data).toMatchObject({ title: "Two" });
    expect(got[2]?.data).toEqual({ id: post.id, status: "RECYCLE" });
    for (const { headers, body, event } of got) {
      const [, seconds, mark] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-broadsheet-signature"])) ?? [];
      expect(mark).toBe(createHmac("sha256", hook.secret).update(`${seconds}.${body}`).digest("hex"));
      expect(Math.abs(Number(seconds) * 1000 - Date.now())).toBeLessThan(60_000);
      // The payload explains each field to its receiver.
      expect(
        Object.keys(headers).filter(
          (name) => name.startsWith("x-broadsheet-") && !guide("").toLowerCase().includes(`\`${name}\``),
        ),
      ).toEqual([]);
      expect([headers["x-broadsheet-event"], headers["content-type"], headers["x-broadsheet-delivery"]]).toEqual([
        event,
        "application/json; charset=utf-8",
        (JSON.parse(body) as { id: string }).id,
      ]);
    }
    expect(await stored().select().from(announced)).toEqual([]);
  });

  it("is told of many that are changed at once, and of what was missed while nothing ran", async () => {
    const { got } = await listen();
    const [a, b] = [await aPost(system, { status: "DRAFT" }), await aPost(system, { status: "DRAFT" })];
    await setPostsStatus(system, { items: [a.id, b.id], status: "PUBLISHED" });
    await tell();
    await idle();
    expect(names(got).sort()).toEqual([`post.published ${a.id}`, `post.published ${b.id}`]);
  });

  it("never tells what is behind a password or not public", async () => {
    const { got } = await listen();
    await aPost(system, { title: "Locked", password: "secret-word", originalContent: "hidden-text" });
    await aPost(system, { status: "INTIMATE", originalContent: "hidden-text" });
    await aPost(system, { status: "DRAFT", originalContent: "hidden-text" });
    await tell();
    await idle();
    expect(got).toMatchObject([{ event: "post.published", data: { title: "Locked", locked: true } }]);
    expect(got[0]?.body).not.toMatch(/secret-word|hidden-text/);
  });

  it("that is scheduled is told when it is published", async () => {
    const { got } = await listen();
    const post = await aPost(system, { createTime: Date.now() + 3_000 });
    await aPost(system, { createTime: inHours(1) });
    await tell();
    expect(names(got)).toEqual([]);
    worker?.wake();
    await expect.poll(() => names(got)).toEqual([`post.published ${post.id}`]);
  });

  it("before anybody listened is an update; only what is asked for is told", async () => {
    const post = await aPost();
    const { got, hook } = await listen();
    await updatePost(system, { postId: post.id, title: "New" });
    await tell();
    await idle();
    expect(names(got)).toEqual([`post.updated ${post.id}`]);
    await updateWebhook(admin, { webhookId: hook.id, events: ["post.deleted"] });
    await updatePost(system, { postId: post.id, title: "Newer" });
    await tell();
    await updateWebhook(admin, { webhookId: hook.id, enabled: false });
    await deletePost(system, { postId: post.id });
    await tell();
    await updateWebhook(admin, { webhookId: hook.id, enabled: true });
    await tell();
    await idle();
    expect(got).toHaveLength(1);
  });
});

describe("what happens to sheets and journals", () => {
  it("is told alike", async () => {
    const { got } = await listen();
    const sheet = await aSheet(system, { status: "DRAFT" });
    const journal = await aJournal(system, { sourceContent: "One", type: "INTIMATE" });
    await tell();
    await setSheetStatus(system, { sheetId: sheet.id, status: "PUBLISHED" });
    await updateJournal(system, { id: journal.id, sourceContent: "Two", type: "PUBLIC" });
    await tell();
    await idle();
    await updateSheet(system, { sheetId: sheet.id, title: "New" });
    await updateJournal(system, { id: journal.id, sourceContent: "Three" });
    await tell();
    await idle();
    await deleteSheet(system, { sheetId: sheet.id });
    await deleteJournal(system, { id: journal.id });
    await tell();
    await idle();
    const ofKind = (kind: string) => got.map(({ event }) => event).filter((event) => event.startsWith(kind));
    for (const kind of ["sheet", "journal"])
      expect(ofKind(kind)).toEqual(["published", "updated", "deleted"].map((what) => `${kind}.${what}`));
    expect(got).toHaveLength(6);
    expect(JSON.stringify(got)).not.toContain("One");
  });
});

describe("what happens to comments", () => {
  it("is told when they are written and when they are approved, without whose address it is", async () => {
    const { got } = await listen();
    const post = await aPost();
    await tell();
    await idle();
    const { id } = await submitPostComment(
      { ...visitor, ip: "198.51.100.7", userAgent: "Firefox" },
      { author: "Ann", email: "ann@example.org", content: "Well said", postId: post.id },
    );
    await tell();
    await idle();
    await postComments.setStatus(system, { commentId: id, status: "PUBLISHED" });
    await tell();
    await idle();
    expect(names(got).slice(1)).toEqual([`comment.created ${id}`, `comment.approved ${id}`]);
    const others = await Promise.all(
      ["One", "Two"].map((content) =>
        submitPostComment(
          { ...visitor, ip: "198.51.100.8", userAgent: "Firefox" },
          { author: "Bob", content, postId: post.id },
        ),
      ),
    );
    await tell();
    await idle();
    await postComments.setStatuses(system, { items: others.map((each) => each.id), status: "PUBLISHED" });
    await tell();
    await idle();
    expect(names(got).slice(5).sort()).toEqual(others.map((each) => `comment.approved ${each.id}`).sort());
    expect(got[1]?.data).toMatchObject({
      author: "Ann",
      content: "Well said",
      status: "AUDITING",
      postId: post.id,
      targetType: "POST",
    });
    expect(JSON.stringify(got)).not.toMatch(/ann@example|198\.51|Firefox/);
  });
});

describe("sending", () => {
  const log = async (webhookId: number) =>
    (await listDeliveries(admin, { webhookId })).items.map(({ event, attempt, status, error }) => [
      event,
      attempt,
      status,
      error,
    ]);
  const again = async () => {
    await engine().transaction(
      (db) => db.update(jobs).set({ runAt: new Date() }),
      () => null,
    );
    worker?.wake();
  };
  const state = async () => (await stored().select({ state: jobs.state }).from(jobs))[0]?.state;

  it("is tried again until it is taken, and every try stands in the log", async () => {
    const { got, hook } = await listen((res, count) => res.writeHead(count === 1 ? 500 : 200).end("x"));
    const { jobId } = await pingWebhook(admin, { webhookId: hook.id });
    expect(jobId).toBeGreaterThan(0);
    await expect.poll(() => log(hook.id)).toEqual([["ping", 1, 500, "It answered 500."]]);
    await expect.poll(state).toBe("WAITING");
    await again();
    await idle();
    expect(await log(hook.id)).toEqual([
      ["ping", 2, 200, ""],
      ["ping", 1, 500, "It answered 500."],
    ]);
    expect(got[0]?.headers["x-broadsheet-delivery"]).toBe(got[1]?.headers["x-broadsheet-delivery"]);
  });

  it("ends where the other side wants no more, or the webhook is gone", async () => {
    const { hook } = await listen((res) => res.writeHead(410).end());
    await pingWebhook(admin, { webhookId: hook.id });
    await expect.poll(state).toBe("FAILED");
    await pingWebhook(admin, { webhookId: hook.id });
    await deleteWebhook(admin, { webhookId: hook.id });
    await expect
      .poll(async () => (await stored().select({ state: jobs.state }).from(jobs)).map((job) => job.state))
      .toEqual(["FAILED", "FAILED"]);
  });

  it("sends a message again as it was, once for two clicks", async () => {
    const { got, hook } = await listen();
    await pingWebhook(admin, { webhookId: hook.id });
    await idle();
    const [attempt] = (await listDeliveries(admin, { webhookId: hook.id })).items;
    const path = { webhookId: hook.id, attemptId: attempt?.id ?? 0 };
    const [first, second] = await Promise.all([resendDelivery(admin, path), resendDelivery(admin, path)]);
    expect(second).toEqual(first);
    await idle();
    expect(got.map(({ body }) => body)).toEqual([got[0]?.body, got[0]?.body]);
    expect(got[1]?.headers["x-broadsheet-delivery"]).toBe(attempt?.deliveryId);
    expect((await listDeliveries(admin, { webhookId: hook.id })).items.map(({ jobId }) => jobId)).toEqual([
      first.jobId,
      attempt?.jobId,
    ]);
    const other = await createWebhook(admin, {
      name: "Other",
      url: "https://hooks.example/x",
      events: ["post.deleted"],
    });
    expect(await refusal(resendDelivery(admin, { ...path, webhookId: other.id }))).toMatchObject({ status: 404 });
    await updateWebhook(admin, { webhookId: hook.id, enabled: false });
    expect(await refusal(resendDelivery(admin, path))).toMatchObject({ extra: { reason: "webhook_off" } });
    await updateWebhook(admin, { webhookId: hook.id, enabled: true });
    await engine().transaction(
      (db) => db.delete(jobs),
      () => null,
    );
    expect(await refusal(resendDelivery(admin, path))).toMatchObject({ extra: { reason: "message_gone" } });
  });

  it("never reaches inside: what a name stands for is checked when it is sent, and the log says nothing of it", async () => {
    const { got, hook } = await listen();
    await worker?.stop();
    const message = { webhookId: hook.id, event: "ping", deliveryId: "d", body: "{}" };
    const run = { id: 1, attempt: 1, isLastTry: false };
    await expect(deliverWebhook(isPublicAddress)(message, run)).rejects.toThrow("could not be reached");
    expect([got, await log(hook.id)]).toEqual([[], [["ping", 1, null, "This address could not be reached."]]]);
  });
});

describe("a receiver that takes nothing", () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  const message = (webhookId: number) => ({ webhookId, event: "ping", deliveryId: "d", body: "{}" });
  const fails = (webhookId: number, isLastTry: boolean) =>
    expect(deliverWebhook(isPublicAddress)(message(webhookId), { id: 1, attempt: 8, isLastTry })).rejects.toThrow(
      "could not be reached",
    );
  const failingSince = (webhookId: number, since: Date) =>
    engine().transaction(
      (db) => db.update(webhooks).set({ failingSince: since }).where(eq(webhooks.id, webhookId)),
      () => null,
    );

  it("has its webhook turned off after three days, which is mailed", async () => {
    await setOptions(system, { items: Object.entries(mailOptions).map(([key, value]) => ({ key, value })) });
    const { hook } = await listen();
    await worker?.stop();
    await fails(hook.id, true);
    const { enabled, failingSince: since } = await getWebhook(admin, { webhookId: hook.id });
    expect([enabled, since]).toEqual([true, expect.any(Date)]);
    await failingSince(hook.id, daysAgo(4));
    await fails(hook.id, false);
    expect(await getWebhook(admin, { webhookId: hook.id })).toMatchObject({ enabled: true });
    await fails(hook.id, true);
    expect(await getWebhook(admin, { webhookId: hook.id })).toMatchObject({ enabled: false });
    const mails = (await stored().select({ title: jobs.title }).from(jobs)).map(({ title }) => title);
    expect(mails).toEqual([expect.stringMatching(/^Mail "webhookOff" to /)]);
    const on = await updateWebhook(admin, { webhookId: hook.id, enabled: true });
    expect([on.enabled, on.failingSince]).toEqual([true, null]);
  });

  it("is no longer failing once it takes a message, or has another address", async () => {
    const { hook } = await listen();
    await failingSince(hook.id, daysAgo(1));
    await pingWebhook(admin, { webhookId: hook.id });
    await idle();
    expect(await getWebhook(admin, { webhookId: hook.id })).toMatchObject({ failingSince: null });
    await failingSince(hook.id, daysAgo(1));
    const moved = await updateWebhook(admin, { webhookId: hook.id, url: "https://hooks.example/other" });
    expect(moved.failingSince).toBeNull();
  });

  it("has a bounded line: the oldest messages are dropped, those of others are not", async () => {
    const { hook } = await listen();
    await worker?.stop();
    const other = await createWebhook(admin, {
      name: "Other",
      url: "https://hooks.example/x",
      events: ["post.deleted"],
    });
    await pingWebhook(admin, { webhookId: other.id });
    const [first, second] = [
      await pingWebhook(admin, { webhookId: hook.id }),
      await pingWebhook(admin, { webhookId: hook.id }),
    ];
    for (let i = 2; i < 1000; i += 1) await pingWebhook(admin, { webhookId: hook.id });
    const states = async () =>
      (await stored().select({ id: jobs.id, state: jobs.state }).from(jobs).orderBy(jobs.id))
        .filter((job) => job.state !== "WAITING")
        .map((job) => [job.id, job.state]);
    expect(await states()).toEqual([]);
    await pingWebhook(admin, { webhookId: hook.id });
    expect(await states()).toEqual([[first.jobId, "CANCELLED"]]);
    await pingWebhook(admin, { webhookId: hook.id });
    expect(await states()).toEqual([first, second].map(({ jobId }) => [jobId, "CANCELLED"]));
    expect((await getJob(admin, { jobId: first.jobId })).log).toEqual([expect.stringContaining("Dropped")]);
  });

  it("is told of texts later, however many comments strangers send meanwhile", async () => {
    const { hook } = await listen();
    await worker?.stop();
    const [news] = await engine().transaction(
      async (db) => {
        const sent = [await send(db, hook, "post.published", { id: 1 }, new Date())];
        for (let i = 0; i < 1001; i += 1) await send(db, hook, "comment.created", { id: i }, new Date());
        return sent;
      },
      () => null,
    );
    const dropped = await stored().select({ id: jobs.id }).from(jobs).where(eq(jobs.state, "CANCELLED"));
    expect(dropped).toHaveLength(1);
    expect((await getJob(admin, { jobId: news ?? 0 })).state).toBe("WAITING");
  });
});

describe("webhooks", () => {
  const given = { name: "Search", url: "https://hooks.example/x", events: ["post.published" as const] };

  it("are made, listed, changed and removed; the secret is shown once and stored sealed", async () => {
    const { secret, ...made } = await createWebhook(admin, given);
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(await listWebhooks(admin, {})).toEqual([made]);
    expect(await getWebhook(admin, { webhookId: made.id })).toEqual(made);
    expect(await updateWebhook(admin, { webhookId: made.id, name: "Other", secret: "x".repeat(16) })).toMatchObject({
      name: "Other",
      url: given.url,
    });
    expect(JSON.stringify(await stored().select().from(webhooks))).not.toMatch(new RegExp(`${secret}|x{16}`));
    await deleteWebhook(admin, { webhookId: made.id });
    for (const work of [
      getWebhook(admin, { webhookId: made.id }),
      updateWebhook(admin, { webhookId: made.id }),
      deleteWebhook(admin, { webhookId: made.id }),
      pingWebhook(admin, { webhookId: made.id }),
      listDeliveries(admin, { webhookId: made.id }),
    ])
      expect(await refusal(work)).toMatchObject({ status: 404 });
  });

  it("take bounds seriously and no address of the owner's network", async () => {
    for (const url of [
      "http://127.0.0.1/",
      "http://10.0.0.1/",
      "http://[::1]/",
      "http://2130706433/",
      "http://169.254.169.254/latest",
    ])
      expect(await faults(createWebhook(admin, { ...given, url }))).toEqual(["url wrong_value"]);
    for (const url of ["ftp://x.example", "x", "javascript:alert(1)"])
      expect(await faults(createWebhook(admin, { ...given, url }))).toEqual(["url wrong_format"]);
    expect(await faults(createWebhook(admin, { ...given, events: [] }))).toEqual(["events too_short"]);
    expect(await faults(createWebhook(admin, { ...given, events: ["post.read" as never] }))).toEqual([
      "events.0 wrong_value",
    ]);
    expect(await faults(createWebhook(admin, { ...given, secret: "short" }))).toEqual(["secret too_short"]);
  });

  it("are for administrators only", async () => {
    for (const actor of [visitor, await anActor("EDITOR")])
      for (const work of [
        listWebhooks(actor, {}),
        getWebhook(actor, { webhookId: 1 }),
        createWebhook(actor, given),
        updateWebhook(actor, { webhookId: 1 }),
        deleteWebhook(actor, { webhookId: 1 }),
        pingWebhook(actor, { webhookId: 1 }),
        resendDelivery(actor, { webhookId: 1, attemptId: 1 }),
        listDeliveries(actor, { webhookId: 1 }),
      ])
        expect([401, 403]).toContain((await refusal(work)).status);
  });
});

it("deliveries are forgotten after 30 days, and not before", async () => {
  const { id } = await createWebhook(admin, { name: "Log", url: "https://hooks.example/", events: ["post.published"] });
  const delivery = { webhookId: id, event: "ping", attempt: 1, duration: 1 };
  const days = (count: number) => new Date(inHours(-24 * count));
  await engine().transaction(
    (db) =>
      db.insert(webhookDeliveries).values([
        { ...delivery, deliveryId: "old", createTime: days(31) },
        { ...delivery, deliveryId: "young", createTime: days(29) },
      ]),
    () => null,
  );
  await forgetDeliveries();
  expect((await stored().select().from(webhookDeliveries)).map(({ deliveryId }) => deliveryId)).toEqual(["young"]);
});

it("nothing of this failed inside", () => expect(failures).toEqual([]));
