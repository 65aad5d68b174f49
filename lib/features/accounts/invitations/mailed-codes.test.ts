import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { codes, events, jobs, registrationCodes, users } from "../../../../db/schema";
import { MAIL_PACE_S } from "../tokens/codes";
import { createPasswordCode, requestPasswordCode, setPasswordWithCode } from "../users/passwords";
import { updateProfile } from "../users/profile";
import { logIn } from "../sign-in/mutations";
import type { Actor } from "../../../core/access";
import { engine } from "../../../core/operation";
import { anAdmin, system, visitor } from "../../../testing/actors";
import { eventCount, refusal } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { aMailServer, type MailServer } from "../../../testing/mail-server";
import { sendWaiting, useMailServer } from "../../../testing/smtp";
import { storeOptions } from "../../../testing/options";
import { createInvitation } from "./invitations";
import { createUser } from "../users/mutations";
import { getRegistration } from "../users/queries";
import { register } from "./registration";
import { requestRegistrationCode } from "./registration-codes";

let count = 0;
const stranger = (): Actor => ({ ...visitor, ip: `100.65.${Math.floor((count += 1) / 250)}.${count % 250}` });
/** Another address for each test, since requests for one are counted. */
const anAddress = () => `bob${(count += 1)}@example.org`;
const password = "correct horse";
const wrongCode = { status: 400, extra: { errors: [{ field: "code", code: "wrong_code" }] } };

let server: MailServer;
let admin: Actor & { id: number };
beforeAll(async () => void (server = await aMailServer()));
afterAll(() => server.close());
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
  server.received.length = 0;
  await useMailServer(server);
  await storeOptions({ site_url: "https://jane.example", registration_enabled: "true" });
});

const digitsIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? "")?.[0] ?? "";
const codeFor = async (email: string) => {
  await requestRegistrationCode(stranger(), { email });
  return digitsIn((await sendWaiting(server)).at(-1)?.text);
};
const anotherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("registration with a mailed code", () => {
  it("is offered where the owner lets strangers in and mail is set up", async () => {
    expect(await getRegistration(stranger(), {})).toEqual({ open: true });
    for (const closed of [
      { registration_enabled: "false", email_enabled: "true" },
      { registration_enabled: "true", email_enabled: "false" },
    ]) {
      await storeOptions(closed);
      expect(await getRegistration(stranger(), {})).toEqual({ open: false });
    }
  });

  it("makes a SUBSCRIBER, once", async () => {
    const email = anAddress();
    const code = await codeFor(email.toUpperCase());
    expect(code).toMatch(/^\d{6}$/);
    expect(await register(stranger(), { code, email, username: "bob", password })).toMatchObject({
      username: "bob",
      email,
      role: "SUBSCRIBER",
    });
    await logIn(stranger(), { username: "bob", password });
    expect(await refusal(register(stranger(), { code, email: anAddress(), username: "eve", password }))).toMatchObject(
      wrongCode,
    );
    expect(await stored().select().from(registrationCodes)).toEqual([]);
    expect(JSON.stringify([await stored().select().from(events), await stored().select().from(jobs)])).not.toContain(
      code,
    );
  });

  it("is not ended by the guesses of a stranger's network", async () => {
    const email = anAddress();
    const code = await codeFor(email);
    const guess = (ip: string) =>
      refusal(register({ ...visitor, ip }, { code: anotherThan(code), email, username: "eve", password }));
    const wide = `2001:db8:${(count += 1).toString(16)}`;
    for (let i = 0; i < 5; i += 1) expect(await guess(`${wide}:${i}::1`)).toMatchObject(wrongCode);
    for (let i = 5; i < 20; i += 1) expect(await guess(`${wide}:${i}::1`)).toMatchObject({ status: 429 });
    expect(await stored().select().from(registrationCodes)).toMatchObject([{ tries: 5 }]);
    expect((await register(stranger(), { code, email, username: "bob", password })).username).toBe("bob");
  });

  it("is bound to its address and ends after twenty guesses, ten minutes, or a newer one", async () => {
    const email = anAddress();
    const first = await codeFor(email);
    expect(
      await refusal(register(stranger(), { code: first, email: anAddress(), username: "bob", password })),
    ).toMatchObject(wrongCode);
    await engine().transaction(
      (db) => db.update(registrationCodes).set({ createTime: new Date(Date.now() - MAIL_PACE_S * 1000) }),
      () => null,
    );
    const second = await codeFor(email);
    // One in a million: the same digits again.
    const others = [
      first === second ? anotherThan(second) : first,
      ...Array.from({ length: 19 }, () => anotherThan(second)),
    ];
    for (const other of others)
      expect(await refusal(register(stranger(), { code: other, email, username: "bob", password }))).toMatchObject(
        wrongCode,
      );
    expect(await refusal(register(stranger(), { code: second, email, username: "bob", password }))).toMatchObject(
      wrongCode,
    );

    const late = anAddress();
    const code = await codeFor(late);
    await engine().transaction(
      (db) => db.update(registrationCodes).set({ expireTime: new Date(Date.now() - 1) }),
      () => null,
    );
    expect(await refusal(register(stranger(), { code, email: late, username: "bob", password }))).toMatchObject(
      wrongCode,
    );
  });

  it("guessed at by many at once gets twenty tries, and used by many at once makes one account", async () => {
    const email = anAddress();
    const code = await codeFor(email);
    await Promise.allSettled(
      Array.from({ length: 30 }, () =>
        register(stranger(), { code: anotherThan(code), email, username: "bob", password }),
      ),
    );
    expect(await stored().select().from(registrationCodes)).toMatchObject([{ tries: 20 }]);
    const other = anAddress();
    const right = await codeFor(other);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, i) =>
        register(stranger(), { code: right, email: other, username: `bob${i}`, password }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is not used up by a name that is taken", async () => {
    const email = anAddress();
    const code = await codeFor(email);
    expect(await refusal(register(stranger(), { code, email, username: admin.name, password }))).toMatchObject({
      status: 409,
    });
    expect((await register(stranger(), { code, email, username: "bob", password })).username).toBe("bob");
  });

  it("answers the same for an address that has an account, and tells its owner", async () => {
    const { email } = await createUser(system, {
      username: "jane",
      password,
      nickname: "Jane",
      email: anAddress(),
      title: "x",
      locale: "zh-CN",
    });
    const before = await eventCount();
    expect(await requestRegistrationCode(stranger(), { email })).toBeUndefined();
    const [mail] = await sendWaiting(server);
    expect(mail).toMatchObject({ to: email, text: expect.stringContaining("https://jane.example/login") });
    expect(mail?.text).toContain("已有账户");
    expect([await eventCount(), await stored().select().from(registrationCodes)]).toEqual([before + 1, []]);
  });

  it("is off unless the owner turned it on and mail works, for codes mailed before, too", async () => {
    const email = anAddress();
    const code = await codeFor(email);
    await storeOptions({ registration_enabled: "false" });
    expect(await refusal(requestRegistrationCode(stranger(), { email }))).toMatchObject({ status: 403 });
    expect(await refusal(register(stranger(), { code, email, username: "bob", password }))).toMatchObject(wrongCode);
    await storeOptions({ registration_enabled: "true", email_enabled: "false" });
    expect(await refusal(requestRegistrationCode(stranger(), { email }))).toMatchObject({ status: 503 });
  });

  it("cannot be made to flood an address or to be a flood from one network", async () => {
    const email = anAddress();
    const before = server.received.length;
    for (let i = 0; i < 30; i += 1) await requestRegistrationCode(stranger(), { email });
    expect((await sendWaiting(server)).length - before).toBe(1);
    const one = stranger();
    for (let i = 0; i < 3; i += 1) await requestRegistrationCode(one, { email });
    expect(await refusal(requestRegistrationCode(one, { email }))).toMatchObject({ status: 429 });
    for (let i = 0; i < 7; i += 1) await requestRegistrationCode(one, { email: anAddress() });
    expect(await refusal(requestRegistrationCode(one, { email: anAddress() }))).toMatchObject({
      status: 429,
      extra: { retryAfter: expect.any(Number) },
    });
    for (const bad of ["x", "a@b", "", "a@b.example, c@d.example"])
      expect(await refusal(requestRegistrationCode(stranger(), { email: bad }))).toMatchObject({ status: 400 });
  });

  it("is not ended by strangers who ask for the same address, and tells an owner of it seldom", async () => {
    const email = anAddress();
    const code = await codeFor(email);
    for (let i = 0; i < 10; i += 1) await requestRegistrationCode(stranger(), { email });
    expect(await register(stranger(), { code, email, username: "bob", password })).toMatchObject({ username: "bob" });
    const mails = server.received.length;
    for (let i = 0; i < 10; i += 1) await requestRegistrationCode(stranger(), { email });
    expect((await sendWaiting(server)).length).toBe(mails + 1);
  });
});

describe("a forgotten password", () => {
  const aUser = async () =>
    createUser(system, { username: `jane${(count += 1)}`, password, nickname: "Jane", email: anAddress(), title: "x" });

  it("is set anew with a mailed link, by name or address", async () => {
    for (const name of ["username", "email"] as const) {
      const user = await aUser();
      expect(await requestPasswordCode(stranger(), { username: user[name] })).toBeUndefined();
      const mail = (await sendWaiting(server)).at(-1);
      expect(mail?.to).toBe(user.email);
      const code = /https:\/\/jane\.example\/set-password\?code=([\w-]{22})\s/.exec(mail?.text ?? "")?.[1] ?? "";
      await setPasswordWithCode(stranger(), {
        code,
        username: user.username,
        email: user.email,
        password: "another horse",
      });
      await logIn(stranger(), { username: user.username, password: "another horse" });
    }
  });

  it("is answered alike for nobody and for a suspended account, with nothing mailed", async () => {
    const user = await aUser();
    await engine().transaction(
      (db) => db.update(users).set({ suspended: true }),
      () => null,
    );
    const before = await eventCount();
    for (const username of ["nobody", user.username, "nobody@example.org"])
      expect(await requestPasswordCode(stranger(), { username })).toBeUndefined();
    expect([await sendWaiting(server), await stored().select().from(codes), await eventCount()]).toEqual([
      [],
      [],
      before + 3,
    ]);
    await storeOptions({ email_enabled: "false" });
    expect(await refusal(requestPasswordCode(stranger(), { username: "nobody" }))).toMatchObject({ status: 503 });
  });

  it("is not set with a code that came to an earlier address, mailed or handed over", async () => {
    const user = await aUser();
    const codeIn = (mail: { text: string } | undefined) =>
      /set-password\?code=([\w-]{22})\s/.exec(mail?.text ?? "")?.[1] ?? "";
    await requestPasswordCode(stranger(), { username: user.username });
    const mailed = codeIn((await sendWaiting(server)).at(-1));
    const { code: handed } = await createPasswordCode(system, { userId: user.id });
    const email = anAddress();
    await updateProfile(
      { ...stranger(), id: user.id, role: "AUTHOR" },
      { username: user.username, nickname: "Jane", email, currentPassword: password },
    );
    for (const code of [mailed, handed])
      expect(
        await refusal(
          setPasswordWithCode(stranger(), { code, username: user.username, email, password: "another horse" }),
        ),
      ).toMatchObject({ status: 400, extra: { errors: [{ field: "code", code: "wrong_code" }] } });
    await requestPasswordCode(stranger(), { username: user.username });
    const mail = (await sendWaiting(server)).at(-1);
    expect(mail?.to).toBe(email);
    await setPasswordWithCode(stranger(), {
      code: codeIn(mail),
      username: user.username,
      email,
      password: "another horse",
    });
  });

  it("can be asked for after a clock was ahead, and what was mailed then is over", async () => {
    const user = await aUser();
    const email = anAddress();
    const ask = async () => {
      await requestPasswordCode(stranger(), { username: user.username });
      await requestRegistrationCode(stranger(), { email });
      return (await sendWaiting(server)).slice(-2).map(({ to, text }) => [to, text] as const);
    };
    const before = await ask();
    expect(before.map(([to]) => to).toSorted()).toEqual([user.email, email].toSorted());
    const [inAYear, end] = [365 * 86_400_000, 365 * 86_400_000 + 600_000].map((ms) => new Date(Date.now() + ms));
    for (const table of [codes, registrationCodes])
      await engine().transaction(
        (db) => db.update(table).set({ createTime: inAYear, expireTime: end }),
        () => null,
      );
    const code = /code=([\w-]{22})\s/.exec(before.find(([to]) => to === user.email)?.[1] ?? "")?.[1] ?? "";
    const set = { code, username: user.username, email: user.email, password: "another horse" };
    expect(await refusal(setPasswordWithCode(stranger(), set))).toMatchObject(wrongCode);
    expect((await ask()).map(([to]) => to).toSorted()).toEqual([user.email, email].toSorted());
    expect(server.received).toHaveLength(4);
  });

  it("cannot be asked for without end", async () => {
    const one = stranger();
    for (let i = 0; i < 3; i += 1) await requestPasswordCode(one, { username: "victim" });
    expect(await refusal(requestPasswordCode(one, { username: "VICTIM" }))).toMatchObject({ status: 429 });
  });

  it("is never used up by strangers: whoever asks, its owner holds a link that works for six minutes more", async () => {
    const user = await aUser();
    const strangersAsk = async (times: number) => {
      for (let i = 0; i < times; i += 1)
        await requestPasswordCode(stranger(), { username: i % 2 ? user.username : user.email });
    };
    const linkOf = (mail: { text: string } | undefined) =>
      /set-password\?code=([\w-]{22})\s/.exec(mail?.text ?? "")?.[1] ?? "";
    await requestPasswordCode(stranger(), { username: user.username });
    const asked = linkOf((await sendWaiting(server)).at(-1));
    await strangersAsk(40);
    expect(await sendWaiting(server)).toHaveLength(1);
    await setPasswordWithCode(stranger(), {
      code: asked,
      username: user.username,
      email: user.email,
      password: "a third horse",
    });
    const begun = Date.now();
    vi.useFakeTimers({ now: begun, toFake: ["Date"] });
    try {
      for (let minute = 0; minute < 25; minute += 1) {
        vi.setSystemTime(begun + minute * 60_000);
        await strangersAsk(3);
        expect(await requestPasswordCode(stranger(), { username: user.username })).toBeUndefined();
        const [newest] = await stored().select().from(codes).where(eq(codes.userId, user.id)).orderBy(desc(codes.id));
        expect(Number(newest?.expireTime) - Date.now()).toBeGreaterThanOrEqual(6 * 60_000);
      }
      // Three in ten minutes, however many ask; only valid ones are kept.
      expect((await sendWaiting(server)).length).toBeLessThanOrEqual(9);
      expect((await stored().select().from(codes)).length).toBeLessThanOrEqual(4);
      const latest = linkOf((await sendWaiting(server)).at(-1));
      await setPasswordWithCode(stranger(), {
        code: latest,
        username: user.username,
        email: user.email,
        password: "another horse",
      });
      expect(await stored().select().from(codes)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("does not end the code an administrator made, and is mailed once to ten who ask at the same moment", async () => {
    const made = await createUser(admin, { username: "new", nickname: "New", email: anAddress(), title: "x" });
    const link = /set-password\?code=([\w-]{22})\s/.exec((await sendWaiting(server)).at(-1)?.text ?? "")?.[1] ?? "";
    await Promise.all(Array.from({ length: 10 }, () => requestPasswordCode(stranger(), { username: "new" })));
    expect(await sendWaiting(server)).toHaveLength(2);
    await setPasswordWithCode(stranger(), { code: link, username: "new", email: made.email, password });
  });
});

describe("what an administrator makes", () => {
  it("is mailed where it is for an address: an invitation that works, and a link to set a password", async () => {
    const email = anAddress();
    expect(await createInvitation(admin, { email, role: "EDITOR" })).toMatchObject({
      mailed: true,
      code: expect.any(String),
    });
    expect(await createInvitation(admin, {})).toMatchObject({ mailed: false });
    const [mail] = await sendWaiting(server);
    const code = /https:\/\/jane\.example\/register\?code=([\w-]{22})\s/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(await register(stranger(), { code, email, username: "bob", password })).toMatchObject({ role: "EDITOR" });

    const made = await createUser(admin, { username: "new", nickname: "New", email: anAddress(), title: "x" });
    expect(made.setPasswordCode).toBeUndefined();
    const welcome = (await sendWaiting(server)).at(-1);
    expect(welcome).toMatchObject({ to: made.email, text: expect.stringContaining("“new”") });
    const link = /set-password\?code=([\w-]{22})\s/.exec(welcome?.text ?? "")?.[1] ?? "";
    await setPasswordWithCode(stranger(), { code: link, username: "new", email: made.email, password });
  });

  it("is shown instead where the site sends no mail", async () => {
    await storeOptions({ email_enabled: "false" });
    expect(await createInvitation(admin, { email: anAddress() })).toMatchObject({
      mailed: false,
      code: expect.any(String),
    });
    expect(await createUser(admin, { username: "new", nickname: "New", email: anAddress(), title: "x" })).toMatchObject(
      { setPasswordCode: expect.any(String) },
    );
    expect(await stored().select().from(jobs)).toEqual([]);
  });
});
