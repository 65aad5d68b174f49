import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followers, jobs, mailings, posts } from "../../../db/schema";
import { system } from "../../core/access";
import { engine } from "../../core/operation";
import { JobWorker } from "../../services/jobs/worker";
import { handlers } from "../../server/background/job-handlers";
import { provideFeatures } from "../../server/features";
import { aMailServer, type MailServer, partOf } from "../../testing/mail-server";
import { anAuthor } from "../../testing/actors";
import { aCategory, aPost, refusal } from "../../testing/factories";
import { storeOptions } from "../../testing/options";
import { freshDatabase, stored } from "../../testing/setup";
import { useMailServer } from "../../testing/smtp";
import { setPostsStatus } from "../writing/posts/bulk";
import { createPost, setPostStatus, updatePost } from "../writing/posts/mutations";
import { mailAgainJob, mailingJob } from "./jobs";
import { getMailingPlan, listFollowers } from "./queries";
import { reachNext } from "./steps";
import { lastMonday, planWeek } from "./weekly";

let server: MailServer;
let worker: JobWorker | undefined;
let refused: Record<string, number> = {};
const failures: unknown[] = [];

beforeEach(async () => {
  await freshDatabase();
  provideFeatures();
  refused = {};
  server = await aMailServer({
    onRcptTo: ({ address }, _session, done) => {
      const code = refused[address];
      done(code === undefined ? null : Object.assign(new Error("refused"), { responseCode: code }));
    },
  });
  await useMailServer(server);
  await storeOptions({ site_title: "Harbour", site_url: "https://jane.example", follow_enabled: "true" });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await server.close();
});

const write = (work: Parameters<ReturnType<typeof engine>["transaction"]>[0]) => engine().transaction(work, () => null);
const following = (rhythm: "EACH" | "WEEKLY", ...emails: string[]) =>
  write((db) =>
    db.insert(followers).values(
      emails.map((email) => ({
        email,
        rhythm,
        status: "FOLLOWING" as const,
        askedTime: new Date(0),
        confirmedTime: new Date(0),
        createTime: new Date(0),
      })),
    ),
  );
const published = (given: Partial<Parameters<typeof createPost>[1]> = {}) =>
  createPost(system, { title: "Tides", originalContent: "High water at noon.", status: "PUBLISHED", ...given });
const ownKinds: string[] = [mailingJob.name, mailAgainJob.name];
/** Does the jobs that are due; returns the recipients of all mails so far. */
async function work(): Promise<string[]> {
  worker ??= new JobWorker(handlers, (error) => failures.push(error));
  worker.start();
  const due = async () =>
    (await stored().select().from(jobs)).filter(
      ({ kind, state, runAt }) =>
        ownKinds.includes(kind) && (state === "RUNNING" || (state === "WAITING" && runAt <= new Date())),
    );
  await expect.poll(due).toEqual([]);
  await worker.stop();
  worker = undefined;
  return server.received.map(({ to }) => to.join());
}
const plans = () => stored().select().from(mailings).orderBy(asc(mailings.id));

describe("a published post", () => {
  it("is mailed once to each follower of every post, with a way to leave at one click", async () => {
    await following("EACH", "ann@example.org", "bob@example.org");
    await following("WEEKLY", "eve@example.org");
    const post = await published();
    expect(await work()).toEqual(["ann@example.org", "bob@example.org"]);
    const [mail] = server.received;
    if (!mail) throw new Error("nothing came");
    expect(mail.source).toMatch(/^Subject: Tides\r$/m);
    const unsubscribe = /^List-Unsubscribe:\s+<(https:\/\/jane\.example\/unsubscribe\/posts\/1\.[\w-]{43})>\r$/m;
    expect(mail.source.replace(/\r\n\s+/g, " ")).toMatch(unsubscribe);
    expect(mail.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    for (const type of ["text/plain", "text/html"] as const) {
      expect(partOf(mail, type)).toContain("High water at noon.");
      expect(partOf(mail, type)).toContain(`https://jane.example${post.url}`);
    }
    expect(partOf(mail, "text/html")).toContain("/unsubscribe/posts/");
    // Edits, and publishing it again, mail nobody.
    await updatePost(system, { postId: post.id, title: "Tides and tides", status: "PUBLISHED" });
    await setPostStatus(system, { postId: post.id, status: "DRAFT" });
    await setPostStatus(system, { postId: post.id, status: "PUBLISHED" });
    expect(await work()).toHaveLength(2);
    expect(await plans()).toMatchObject([{ postId: post.id, state: "SENT", sent: 2 }]);
  });

  it("says before how many will get it, and is mailed to nobody where its author does not want that", async () => {
    await following("EACH", "ann@example.org");
    expect(await getMailingPlan(system, { postId: null })).toEqual({ isDue: true, followers: 1 });
    const post = await published({ mailFollowers: false });
    await updatePost(system, { postId: post.id, title: "Tides", status: "PUBLISHED" });
    expect(await work()).toEqual([]);
    expect(await getMailingPlan(system, { postId: post.id })).toEqual({ isDue: false, followers: 0 });
  });

  it("says nothing of others' posts, not even that they are there", async () => {
    const [own, other] = [await anAuthor(), await anAuthor()];
    const draft = await aPost(own, { status: "DRAFT" });
    expect(await getMailingPlan(own, { postId: draft.id })).toEqual({ isDue: true, followers: 0 });
    for (const postId of [draft.id, 9999]) expect((await refusal(getMailingPlan(other, { postId }))).status).toBe(404);
  });

  it("is mailed to nobody when it is old, was live before, is one of several, or following is off", async () => {
    await following("EACH", "ann@example.org");
    await storeOptions({ follow_enabled: "false" });
    const before = await published();
    await storeOptions({ follow_enabled: "true" });
    await setPostStatus(system, { postId: before.id, status: "DRAFT" });
    await setPostStatus(system, { postId: before.id, status: "PUBLISHED" });
    await published({ createTime: "2020-01-01T00:00:00Z" });
    const draft = await aPost(system, { status: "DRAFT" });
    await setPostsStatus(system, { items: [draft.id], status: "PUBLISHED" });
    expect(await work()).toEqual([]);
  });

  it("goes to nobody while strangers cannot read it: private, protected, scheduled, withdrawn", async () => {
    await following("EACH", "ann@example.org");
    const locked = await aCategory({ name: "Secret", password: "1234" });
    const secret = { title: "Planted secret", originalContent: "planted secret" };
    await published({ ...secret, status: "INTIMATE" });
    await published({ ...secret, password: "1234" });
    await published({ ...secret, categoryIds: [locked.id] });
    const planned = await published({ ...secret, createTime: new Date(Date.now() + 3_600_000).toISOString() });
    const withdrawn = await published(secret);
    await setPostStatus(system, { postId: withdrawn.id, status: "DRAFT" });
    expect(await work()).toEqual([]);
    expect((await plans()).map(({ state }) => state)).toEqual(Array(5).fill("PLANNED"));
    // Its time has come; nobody saves it.
    await write((db) => db.update(posts).set({ createTime: new Date() }).where(eq(posts.id, planned.id)));
    await write((db) => db.update(jobs).set({ runAt: new Date() }).where(eq(jobs.kind, mailingJob.name)));
    expect(await work()).toEqual(["ann@example.org"]);
  });

  it("stops at once when it is withdrawn, and goes on with the others when it is published again", async () => {
    await following("EACH", "ann@example.org", "bob@example.org");
    const post = await published();
    const [mailing] = await plans();
    await reachNext(system, { mailingId: mailing?.id ?? 0 });
    await setPostStatus(system, { postId: post.id, status: "INTIMATE" });
    expect(await work()).toEqual([]);
    await setPostStatus(system, { postId: post.id, status: "PUBLISHED" });
    // The server was killed after it had noted the first one: perhaps that mail went out.
    expect(await work()).toEqual(["bob@example.org"]);
  });
});

describe("mails to followers", () => {
  it("that are refused for good count, and an address that goes on refusing is let go", async () => {
    await following("EACH", "gone@example.org", "bob@example.org");
    refused["gone@example.org"] = 550;
    for (let i = 0; i < 4; i += 1) await published({ title: `Tides ${i}` });
    expect(await work()).toEqual(Array(4).fill("bob@example.org"));
    const { items } = await listFollowers(system, { status: "BOUNCED" });
    expect(items).toMatchObject([{ email: "gone@example.org", bounces: 3, lastBounceTime: expect.any(Date) }]);
    expect((await plans()).map(({ sent }) => sent)).toEqual([1, 1, 1, 1]);
  });

  it("that are taken again let what was refused before be forgotten", async () => {
    await following("EACH", "ann@example.org");
    refused["ann@example.org"] = 550;
    await published({ title: "Refused" });
    await work();
    const bounces = async () => (await listFollowers(system, {})).items.map((each) => each.bounces);
    expect(await bounces()).toEqual([1]);
    refused = {};
    await published({ title: "Taken" });
    expect(await work()).toEqual(["ann@example.org"]);
    expect(await bounces()).toEqual([0]);
  });

  it("that are refused for now are sent again, to that follower alone", async () => {
    await following("EACH", "busy@example.org", "bob@example.org");
    refused["busy@example.org"] = 451;
    await published();
    expect(await work()).toEqual(["bob@example.org"]);
    refused = {};
    await write((db) => db.update(jobs).set({ runAt: new Date() }).where(eq(jobs.kind, mailAgainJob.name)));
    expect(await work()).toEqual(["bob@example.org", "busy@example.org"]);
  });

  it("wait where there are more than the limit of an hour, and nobody is left out while the server is away", async () => {
    await following("EACH", "ann@example.org", "bob@example.org", "eve@example.org");
    await storeOptions({ follow_mails_per_hour: "2", email_port: "1" });
    await published();
    await work();
    expect(await plans()).toMatchObject([{ reached: 0, sent: 0 }]);
    await useMailServer(server);
    await storeOptions({ follow_mails_per_hour: "3" });
    const soon = () => write((db) => db.update(jobs).set({ runAt: new Date() }).where(eq(jobs.state, "WAITING")));
    await soon();
    expect(await work()).toEqual(["ann@example.org", "bob@example.org", "eve@example.org"]);
    await published({ title: "More" });
    expect(await work()).toHaveLength(3);
    await storeOptions({ follow_mails_per_hour: "4" });
    await soon();
    expect(await work()).toHaveLength(6);
  });
});

describe("the mail of the week", () => {
  it("is due on Mondays at eight by the site's clock", () => {
    const at = (now: string, zone: string) => lastMonday(new Date(now), zone).toISOString();
    expect(at("2026-11-24T12:00:00Z", "UTC")).toBe("2026-11-23T08:00:00.000Z");
    expect(at("2026-11-23T07:59:59Z", "UTC")).toBe("2026-11-16T08:00:00.000Z");
    expect(at("2026-11-23T00:30:00Z", "Asia/Shanghai")).toBe("2026-11-23T00:00:00.000Z");
    expect(at("2026-10-26T06:59:00Z", "Europe/Vienna")).toBe("2026-10-19T06:00:00.000Z");
    expect(at("2026-10-26T07:00:00Z", "Europe/Vienna")).toBe("2026-10-26T07:00:00.000Z");
  });

  it("names what became public in it, and nothing that strangers cannot read", async () => {
    await following("WEEKLY", "eve@example.org");
    const now = new Date();
    await published({ title: "Inside" });
    await published({ title: "Planted secret", password: "1234" });
    await published({ title: "Planted secret", status: "INTIMATE" });
    await published({ title: "Left out", mailFollowers: false });
    await write((db) =>
      db.insert(mailings).values({
        fromTime: new Date(now.getTime() - 86_400_000),
        untilTime: new Date(Date.now() + 1000),
        state: "PLANNED",
        createTime: now,
      }),
    );
    const week = (await plans()).at(-1);
    await write((db) =>
      db.insert(jobs).values({
        kind: mailingJob.name,
        title: "x",
        payload: { mailingId: week?.id ?? 0, reached: 0 },
        state: "WAITING",
        runAt: now,
        log: [],
        createTime: now,
      }),
    );
    expect(await work()).toEqual(["eve@example.org"]);
    const text = server.received.map((mail) => partOf(mail, "text/plain")).join();
    expect(text).toContain("Inside\r\nhttps://jane.example/archives/inside");
    expect(text).not.toMatch(/Planted secret|Left out/);
  });

  it("is planned once a week, within a day of its Monday", async () => {
    const planAt = async (time: string) => {
      vi.setSystemTime(time);
      await planWeek(system, {});
      return (await plans()).map(({ untilTime }) => untilTime?.toISOString());
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      expect(await planAt("2026-11-24T12:00:00Z")).toEqual([]);
      expect(await planAt("2026-11-30T08:00:00Z")).toEqual(["2026-11-30T08:00:00.000Z"]);
      expect(await planAt("2026-11-30T20:00:00Z")).toHaveLength(1);
      expect(await planAt("2026-12-07T09:00:00Z")).toEqual(["2026-11-30T08:00:00.000Z", "2026-12-07T08:00:00.000Z"]);
    } finally {
      vi.useRealTimers();
    }
  });
});
