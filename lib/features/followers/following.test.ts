import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { followers, jobs } from "../../../db/schema";
import { system } from "../../core/access";
import { engine } from "../../core/operation";
import { readPayload } from "../../services/jobs/queue";
import type { JobRun } from "../../services/jobs/running";
import { askedMailJob } from "../../services/mail/queue";
import { handlers } from "../../server/background/job-handlers";
import { visitor } from "../../testing/actors";
import { refusal, refusals } from "../../testing/factories";
import { mailOptions, storeOptions } from "../../testing/options";
import { freshDatabase, stored } from "../../testing/setup";
import { confirmFollowing, follow, followRequestJob, getFollowWish, forgetWishes, stopFollowing } from "./following";

beforeEach(async () => {
  await freshDatabase();
  await storeOptions({ site_url: "https://jane.example", follow_enabled: "true", ...mailOptions });
});

const stranger = (ip = "192.0.2.1") => ({ ...visitor, ip });
const all = () => stored().select().from(followers).orderBy(asc(followers.id));
const queued = async (kind: string) => (await stored().select().from(jobs)).filter((job) => job.kind === kind);
/** Does what strangers asked for. */
async function answer(): Promise<void> {
  for (const { id, payload } of await queued(followRequestJob.name)) {
    const handler = handlers[followRequestJob.name] as (payload: unknown, run: JobRun) => Promise<void>;
    await handler(readPayload(followRequestJob, payload), {} as JobRun);
    await engine().transaction(
      (db) => db.delete(jobs).where(eq(jobs.id, id)),
      () => null,
    );
  }
}
const links = async () =>
  (await queued(askedMailJob.name)).map(({ payload }) => {
    const { to, template, data } = readPayload(askedMailJob, payload);
    return { to, template, token: new URL(data.link ?? "").searchParams.get("token") ?? "" };
  });

describe("following by mail", () => {
  it("asks whoever reads the address, who then follows, changes how often, and leaves", async () => {
    await follow(stranger(), { email: "Ann@Example.org", rhythm: "WEEKLY" });
    expect(await all()).toEqual([]);
    await answer();
    expect(await all()).toMatchObject([{ email: "ann@example.org", status: "WAITING", confirmedTime: null }]);
    const [mail] = await links();
    expect(mail).toMatchObject({ to: "ann@example.org", template: "followConfirm" });
    const token = mail?.token ?? "";
    await confirmFollowing(stranger(), { token, rhythm: "WEEKLY" });
    await confirmFollowing(stranger(), { token, rhythm: "EACH" });
    expect(await all()).toMatchObject([{ status: "FOLLOWING", rhythm: "EACH", confirmedTime: expect.any(Date) }]);
    await stopFollowing(stranger(), { token });
    expect(await all()).toEqual([]);
    expect(await refusal(confirmFollowing(stranger(), { token, rhythm: "EACH" }))).toMatchObject({ code: "not_found" });
    expect(await refusal(stopFollowing(stranger(), { token: `1.${"x".repeat(43)}` }))).toMatchObject({
      code: "not_found",
    });
  });

  it("finds nobody by a number that no follower has, however large", async () => {
    for (const number of ["1", "2147483648", "999999999999999"]) {
      const token = `${number}.${"x".repeat(43)}`;
      expect(await getFollowWish(stranger(), { token })).toBeNull();
      for (const refused of [
        confirmFollowing(stranger(), { token, rhythm: "EACH" }),
        stopFollowing(stranger(), { token }),
      ])
        expect(await refusal(refused)).toMatchObject({ code: "not_found" });
    }
  });

  it("stores and answers the same for every address, and writes to none a second time", async () => {
    for (let i = 0; i < 3; i += 1) {
      await follow(stranger(), { email: "ann@example.org" });
      const waiting = await queued(followRequestJob.name);
      expect(waiting).toHaveLength(1);
      expect(JSON.stringify(waiting)).not.toContain("ann@");
      await answer();
    }
    const [mail] = await links();
    await confirmFollowing(stranger(), { token: mail?.token ?? "", rhythm: "EACH" });
    await follow(stranger(), { email: "ANN@example.org" });
    await answer();
    expect([(await links()).length, (await all()).length]).toEqual([1, 1]);
  });

  it("is limited by network and in all, and programs that fill in every field reach nobody", async () => {
    await follow(stranger(), { email: "bot@example.org", website: "https://spam.example" });
    expect(await queued(followRequestJob.name)).toEqual([]);
    for (let i = 0; i < 10; i += 1) await follow(stranger("203.0.113.1"), { email: "b@example.org", website: "x" });
    expect(await refusal(follow(stranger("203.0.113.1"), { email: "b@example.org" }))).toMatchObject({
      code: "too_many",
    });
    const results = [];
    for (let i = 0; i < 125; i += 1)
      results.push(
        ...(await Promise.allSettled([follow(stranger(`${i + 20}.51.7.1`), { email: `a${i}@example.org` })])),
      );
    expect((await queued(followRequestJob.name)).length).toBeLessThanOrEqual(120);
    expect(refusals(results).length).toBeGreaterThan(0);
  });

  it("is refused where it is off, or the site sends no mail", async () => {
    for (const [off = ""] of [["follow_enabled"], ["email_enabled"]]) {
      await storeOptions({ follow_enabled: "true", email_enabled: "true", [off]: "false" });
      expect(await refusal(follow(stranger(), { email: "ann@example.org" }))).toMatchObject({ code: "forbidden" });
    }
  });

  it("forgets addresses that nobody confirmed", async () => {
    const old = new Date(Date.now() - 31 * 86_400_000);
    const row = { rhythm: "EACH" as const, createTime: old, askedTime: old };
    await engine().transaction(
      (db) =>
        db.insert(followers).values([
          { ...row, email: "late@example.org", status: "WAITING" },
          { ...row, email: "there@example.org", status: "FOLLOWING", confirmedTime: old },
        ]),
      () => null,
    );
    await forgetWishes(system, {});
    expect((await all()).map(({ email }) => email)).toEqual(["there@example.org"]);
  });
});
