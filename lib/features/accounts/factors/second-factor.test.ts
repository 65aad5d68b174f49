import { generate } from "otplib";
import { desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { events, recoveryCodes, sessions, tokens, users } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { engine } from "../../../core/operation";
import { anAdmin, system, visitor } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { createUser } from "../users/mutations";
import { signIn, signInWithFactor } from "../sign-in/browser-sign-in";
import { accountsIdentity } from "../sign-in/identity";
import { generateMfaKey, setMfa, turnMfaOff } from "./mfa";
import { logIn, precheckLogin, resetPassword } from "../sign-in/mutations";
import { renewOwnRecoveryCodes } from "./recovery";
import { tidyCode } from "../credentials-schema";
import { findSession } from "../sessions/sessions";
import { STEP_S } from "./totp";

let count = 0;
const stranger = (): Actor => ({
  ...visitor,
  ip: `192.0.${Math.floor(++count / 250)}.${count % 250}`,
  userAgent: "Firefox",
});
const password = "correct horse";
const right = { username: "jane", password };
let jane: Actor & { id: number };

/** The code that a phone shows now, or showed a number of steps ago. */
const codeOf = (key: string, steps = 0) =>
  generate({ secret: key, epoch: Math.floor(Date.now() / 1000) + steps * STEP_S });
const wrongFor = async (key: string) => {
  const near = await Promise.all(
    [-25, ...Array.from({ length: 49 }, (_, i) => i - 24)].map((steps) => codeOf(key, steps)),
  );
  return Array.from({ length: 100 }, (_, i) => String(i).padStart(6, "0")).find((code) => !near.includes(code)) ?? "";
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (e: unknown) => e,
  );
const row = async () => (await stored().select().from(users).where(eq(users.id, jane.id)))[0];
const forget = () =>
  engine().transaction(
    (db) => db.update(users).set({ lastTotpStep: null }),
    () => null,
  );
const summaries = async () =>
  (await stored().select().from(events).orderBy(desc(events.id))).map((event) => event.summary);
const tally = (results: PromiseSettledResult<unknown>[]) => [
  results.filter((r) => r.status === "fulfilled").length,
  results.filter((r) => r.status === "rejected").length,
];

async function turnOn() {
  const { mfaKey } = await generateMfaKey(jane, { authcode: "000000" });
  const { recoveryCodes: codes } = await setMfa(jane, {
    currentPassword: password,
    authcode: await codeOf(mfaKey, -1),
    mfaKey,
    mfaType: "TFA_TOTP",
  });
  return { key: mfaKey, codes: codes ?? [] };
}

// The clock stands in the middle of a step, so that no code expires during a test.
beforeEach(
  () =>
    void vi.useFakeTimers({ now: (Math.floor(Date.now() / 1000 / STEP_S) + 0.5) * STEP_S * 1000, toFake: ["Date"] }),
);
afterEach(() => void vi.useRealTimers());

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  const made = await createUser(system, {
    ...right,
    nickname: "Jane",
    email: "jane@example.org",
    title: "Editor",
    role: "EDITOR",
  });
  // Another account in each test, since guesses are counted by it.
  const id = 1000 + ++count;
  await engine().transaction(
    (db) => db.update(users).set({ id }).where(eq(users.id, made.id)),
    () => null,
  );
  jane = { ...stranger(), id, role: "EDITOR", name: "jane" };
});

describe("turning the second factor on", () => {
  it("shows a key and a picture, and stores nothing of the account yet", async () => {
    const offer = await generateMfaKey(jane, { authcode: "000000" });
    expect(offer).toEqual({
      mfaKey: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauthUrl: expect.stringContaining(`secret=${offer.mfaKey}`),
      qrImage: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      mfaType: "TFA_TOTP",
    });
    expect(offer.otpauthUrl).toMatch(/^otpauth:\/\/totp\/Broadsheet:jane\?/);
    expect(await row()).toMatchObject({ mfaType: "NONE", mfaKey: null });
    await logIn(stranger(), right);
  });

  it("takes a code of that key, stores it sealed, and shows ten recovery codes once", async () => {
    const { key, codes } = await turnOn();
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
    expect(await row()).toMatchObject({ mfaType: "TFA_TOTP", mfaKey: expect.not.stringContaining(key) });
    const everything = JSON.stringify([
      await row(),
      await stored().select().from(recoveryCodes),
      await stored().select().from(events),
    ]);
    for (const secret of [key, ...codes, ...codes.map((code) => code.replace("-", ""))])
      expect(everything).not.toContain(secret);
    expect((await summaries())[0]).toBe("The second factor was turned on.");
  });

  it("refuses a wrong, a misshapen and a mistimed code, and says when the phone's clock is off", async () => {
    const { mfaKey } = await generateMfaKey(jane, { authcode: "000000" });
    const attempt = (authcode: string) =>
      refusal(setMfa(jane, { currentPassword: password, authcode, mfaKey, mfaType: "TFA_TOTP" }));
    expect(await attempt(await wrongFor(mfaKey))).toMatchObject({
      status: 400,
      extra: { errors: [{ field: "authcode", code: "wrong_code" }] },
    });
    expect(await attempt("１２３４５６")).toMatchObject({
      status: 400,
      extra: { errors: [{ field: "authcode", code: "wrong_code" }] },
    });
    expect(await attempt(await codeOf(mfaKey, -12))).toMatchObject({
      message: expect.stringContaining("6 minutes slow"),
      extra: { errors: [{ code: "wrong_clock" }] },
    });
    for (const short of ["12345", "1234567", ""])
      expect(await attempt(short)).toMatchObject({ status: 400, extra: { errors: [{ field: "authcode" }] } });
    expect(await row()).toMatchObject({ mfaType: "NONE" });
  });

  it("refuses a key that was not made here, for this user, in the last ten minutes, or for the second time", async () => {
    const other = { ...stranger(), id: (await anAdmin()).id, role: "ADMIN" as const, name: "admin" };
    const foreign = (await generateMfaKey(other, { authcode: "000000" })).mfaKey;
    for (const mfaKey of [foreign, "A".repeat(32), "x"])
      expect(
        await refusal(setMfa(jane, { currentPassword: password, authcode: "123456", mfaKey, mfaType: "TFA_TOTP" })),
      ).toMatchObject({ extra: { errors: [{ field: "mfaKey" }] } });
    const first = (await generateMfaKey(jane, { authcode: "000000" })).mfaKey;
    const second = (await generateMfaKey(jane, { authcode: "000000" })).mfaKey;
    expect(
      await refusal(setMfa(jane, { currentPassword: password, authcode: await codeOf(first), mfaKey: first })),
    ).toMatchObject({ extra: { errors: [{ field: "mfaKey" }] } });
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, async () =>
        setMfa(jane, { currentPassword: password, authcode: await codeOf(second), mfaKey: second }),
      ),
    );
    expect(tally(results)).toEqual([1, 3]);
    await expect(setMfa(jane, { currentPassword: password, authcode: "123456" })).rejects.toMatchObject({
      extra: { errors: [{ field: "mfaType" }] },
    });
    await expect(setMfa(visitor, { authcode: "123456", mfaType: "NONE" })).rejects.toMatchObject({ status: 401 });
  });

  it("limits guesses, also at once", async () => {
    const { mfaKey } = await generateMfaKey(jane, { authcode: "000000" });
    const wrong = await wrongFor(mfaKey);
    const results = await Promise.all(
      Array.from({ length: 50 }, () => refusal(setMfa(jane, { currentPassword: password, authcode: wrong, mfaKey }))),
    );
    expect(results.filter((e) => e instanceof Error && "status" in e && e.status === 400)).toHaveLength(5);
    expect(
      await refusal(setMfa(jane, { currentPassword: password, authcode: await codeOf(mfaKey), mfaKey })),
    ).toMatchObject({ status: 429 });
  });
});

describe("signing in with a second factor", () => {
  it("needs a code through the API, and a time step works once", async () => {
    const { key } = await turnOn();
    expect(await precheckLogin(stranger(), right)).toEqual({ mfaRequired: true });
    expect(await refusal(logIn(stranger(), right))).toMatchObject({ code: "mfa_required", status: 401 });
    expect(await refusal(logIn(stranger(), { ...right, authcode: await wrongFor(key) }))).toMatchObject({
      code: "mfa_required",
      status: 401,
    });
    expect((await summaries())[0]).toContain("wrong code of the second factor");
    const authcode = await codeOf(key);
    await logIn(stranger(), { ...right, authcode });
    expect(await refusal(logIn(stranger(), { ...right, authcode }))).toMatchObject({ code: "mfa_required" });
    // Steps before the used one are used up, too; the next one works.
    expect(await refusal(logIn(stranger(), { ...right, authcode: await codeOf(key, -1) }))).toMatchObject({
      code: "mfa_required",
    });
    await logIn(stranger(), { ...right, authcode: await codeOf(key, 1) });
  });

  it("takes the step before and after, no further", async () => {
    const { key } = await turnOn();
    for (const [steps, fits] of [
      [-2, false],
      [2, false],
      [-1, true],
      [1, true],
    ] as const) {
      await forget();
      const outcome = await refusal(logIn(stranger(), { ...right, authcode: await codeOf(key, steps) }));
      expect(outcome === null).toBe(fits);
    }
  });

  it("lets exactly one of fifty uses of one code in", async () => {
    const { key } = await turnOn();
    await forget();
    const authcode = await codeOf(key);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => logIn(stranger(), { ...right, authcode })),
    );
    expect(tally(results)).toEqual([1, 49]);
    expect(await stored().select().from(tokens)).toHaveLength(2);
  });

  it("counts wrong codes like wrong passwords, and a right password does not clear them", async () => {
    const { key } = await turnOn();
    const actor = stranger();
    const wrong = await wrongFor(key);
    for (let i = 0; i < 5; i += 1) {
      expect((await signIn(actor, right)).ticket).not.toBeNull();
      expect(await refusal(logIn(actor, { ...right, authcode: wrong }))).toMatchObject({ code: "mfa_required" });
    }
    expect(await refusal(logIn(actor, { ...right, authcode: await codeOf(key) }))).toMatchObject({ status: 429 });
  });
});

describe("guesses at a second factor from many networks", () => {
  const anywhere = (): Actor => ({ ...stranger(), ip: `2001:db8:${(++count).toString(16)}:1::1` });
  const tries = async (ways: number, wrong: string) => {
    const results = await Promise.all(
      Array.from({ length: ways }, (_, i) =>
        i % 2
          ? refusal(logIn(anywhere(), { ...right, authcode: wrong }))
          : signIn(anywhere(), right).then(({ ticket }) =>
              refusal(signInWithFactor(anywhere(), { ticket: ticket ?? "", code: wrong })),
            ),
      ),
    );
    return results.filter((error) => error instanceof Error && "code" in error && error.code === "mfa_required").length;
  };

  it("are limited for the account, at once and one after the other, with ticket and without", async () => {
    const { key } = await turnOn();
    const wrong = await wrongFor(key);
    expect((await tries(40, wrong)) + (await tries(4, wrong))).toBe(20);
    expect(await refusal(logIn(anywhere(), { ...right, authcode: await codeOf(key) }))).toMatchObject({
      code: "too_many",
    });
    // Also hours later.
    vi.setSystemTime(Date.now() + 5 * 3_600_000);
    expect(await tries(10, wrong)).toBeLessThanOrEqual(1);
  });

  it("let the owner in from a network that is signed in, with a recovery code, and with a new password", async () => {
    const { key, codes } = await turnOn();
    const home = stranger();
    await forget();
    await signIn(home, { ...right, authcode: await codeOf(key) });
    await tries(40, await wrongFor(key));
    const ticket = (await signIn(anywhere(), right)).ticket ?? "";
    expect(await refusal(signInWithFactor(anywhere(), { ticket, code: await codeOf(key, 1) }))).toMatchObject({
      code: "too_many",
    });
    expect((await signInWithFactor(anywhere(), { ticket, code: codes[0] ?? "" })).session).not.toBeNull();
    expect((await signIn(home, { ...right, authcode: await codeOf(key, 1) })).session).not.toBeNull();
    await engine().transaction(
      (db) => db.delete(sessions),
      () => null,
    );
    await forget();
    await resetPassword(system, { username: "jane", password: "another horse" });
    expect(
      (await signIn(anywhere(), { ...right, password: "another horse", authcode: await codeOf(key) })).session,
    ).not.toBeNull();
  });

  it("do not count without the right password, and nobody who lacks it locks the owner out", async () => {
    const { key } = await turnOn();
    await forget();
    const wrong = await wrongFor(key);
    for (let i = 0; i < 60; i += 1) await refusal(logIn(anywhere(), { ...right, password: "nope", authcode: wrong }));
    expect(await logIn(anywhere(), { ...right, authcode: await codeOf(key) })).toMatchObject({ tokenType: "Bearer" });
  });
});

describe("signing a browser in", () => {
  it("makes a session with its device and address, and stores only its hash", async () => {
    const actor = stranger();
    const { session, ticket } = await signIn(actor, right);
    expect(ticket).toBeNull();
    expect(await findSession(stored(), session ?? "", new Date())).toMatchObject({
      owner: { id: jane.id, role: "EDITOR", name: "jane" },
      stale: false,
    });
    const rows = await stored().select().from(sessions);
    expect(rows).toMatchObject([{ userId: jane.id, userAgent: "Firefox", ip: actor.ip }]);
    expect(JSON.stringify(rows)).not.toContain(session);
    expect(await refusal(signIn(actor, { ...right, password: "nope" }))).toMatchObject({ code: "unauthenticated" });
  });

  it("leads over a ticket to the second factor, which makes the session", async () => {
    const { key } = await turnOn();
    await forget();
    const { session, ticket } = await signIn(stranger(), right);
    expect(session).toBeNull();
    expect(ticket).not.toContain("jane");
    expect(await stored().select().from(sessions)).toEqual([]);
    const answer = await signInWithFactor(stranger(), { ticket: ticket ?? "", code: await codeOf(key) });
    expect(await findSession(stored(), answer.session ?? "", new Date())).not.toBeNull();
  });

  it("refuses a changed ticket, an old one, and one from before a new password", async () => {
    const { key } = await turnOn();
    await forget();
    const { ticket } = await signIn(stranger(), right);
    const given = ticket ?? "";
    const code = await codeOf(key);
    for (const bad of ["", "x", `${given.slice(0, -6)}AAAAA=`, given.slice(4)])
      expect(await refusal(signInWithFactor(stranger(), { ticket: bad, code }))).toMatchObject({
        code: "unauthenticated",
      });
    await engine().transaction(
      (db) => db.update(users).set({ passwordHash: "another" }).where(eq(users.id, jane.id)),
      () => null,
    );
    expect(await refusal(signInWithFactor(stranger(), { ticket: given, code }))).toMatchObject({
      code: "unauthenticated",
    });
  });

  it("takes each recovery code once: one of fifty uses, in any case, with or without its dash", async () => {
    const { codes } = await turnOn();
    const ticket = (await signIn(stranger(), right)).ticket ?? "";
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => signInWithFactor(stranger(), { ticket, code: codes[0] ?? "" })),
    );
    expect(tally(results)).toEqual([1, 49]);
    await signInWithFactor(stranger(), { ticket, code: (codes[1] ?? "").toUpperCase().replace("-", "") });
    expect((await summaries())[0]).toContain("with a recovery code");
    expect(await refusal(signInWithFactor(stranger(), { ticket, code: "00000-00000" }))).toMatchObject({
      code: "mfa_required",
    });
    expect((await stored().select().from(recoveryCodes)).filter((code) => code.usedTime !== null)).toHaveLength(2);
  });
});

describe("turning it off, and changing the key", () => {
  it("needs a code, or a recovery code in the dashboard", async () => {
    const { key, codes } = await turnOn();
    await forget();
    expect(
      await refusal(setMfa(jane, { currentPassword: password, authcode: await wrongFor(key), mfaType: "NONE" })),
    ).toMatchObject({ status: 400 });
    expect(await setMfa(jane, { currentPassword: password, authcode: await codeOf(key), mfaType: "NONE" })).toEqual({
      mfaType: "NONE",
    });
    expect(await row()).toMatchObject({ mfaType: "NONE", mfaKey: null, lastTotpStep: null });
    expect(await stored().select().from(recoveryCodes)).toEqual([]);
    expect(
      await refusal(setMfa(jane, { currentPassword: password, authcode: "123456", mfaType: "NONE" })),
    ).toMatchObject({ status: 400 });
    expect(await refusal(turnMfaOff(jane, { code: codes[0] ?? "" }))).toMatchObject({ status: 400 });
    const again = await turnOn();
    expect(await turnMfaOff(jane, { code: again.codes[0] ?? "" })).toEqual({ mfaType: "NONE" });
  });

  it("another key needs a code of the one in use", async () => {
    const { key } = await turnOn();
    await forget();
    expect(await refusal(generateMfaKey(jane, { authcode: await wrongFor(key) }))).toMatchObject({
      extra: { errors: [{ field: "authcode" }] },
    });
    const { mfaKey } = await generateMfaKey(jane, { authcode: await codeOf(key) });
    await setMfa(jane, { currentPassword: password, authcode: await codeOf(mfaKey, -1), mfaKey });
    expect(await refusal(logIn(stranger(), { ...right, authcode: await codeOf(key, 1) }))).toMatchObject({
      code: "mfa_required",
    });
    await logIn(stranger(), { ...right, authcode: await codeOf(mfaKey) });
  });
});

describe("renewing the recovery codes", () => {
  it("needs a code, ends the old ones and shows ten new ones", async () => {
    const { key, codes } = await turnOn();
    await forget();
    expect(await refusal(renewOwnRecoveryCodes(jane, { authcode: await wrongFor(key) }))).toMatchObject({
      status: 400,
      extra: { errors: [{ field: "authcode", code: "wrong_code" }] },
    });
    for (const authcode of ["12345", "1234567", codes[0] ?? ""])
      expect(await refusal(renewOwnRecoveryCodes(jane, { authcode }))).toMatchObject({
        status: 400,
        extra: { errors: [{ field: "authcode" }] },
      });
    const authcode = await codeOf(key);
    const renewed = await renewOwnRecoveryCodes(jane, { authcode });
    expect(renewed.mfaType).toBe("TFA_TOTP");
    expect(new Set([...codes, ...(renewed.recoveryCodes ?? [])]).size).toBe(20);
    expect((await summaries())[0]).toBe("The recovery codes were renewed.");
    expect(await refusal(renewOwnRecoveryCodes(jane, { authcode }))).toMatchObject({ status: 400 });
    const { ticket } = await signIn(stranger(), right);
    expect(await refusal(signInWithFactor(stranger(), { ticket: ticket ?? "", code: codes[1] ?? "" }))).toMatchObject({
      code: "mfa_required",
    });
    expect(
      (await signInWithFactor(stranger(), { ticket: ticket ?? "", code: renewed.recoveryCodes?.[1] ?? "" })).session,
    ).not.toBeNull();
  });

  it("is won by exactly one of ten uses of one code", async () => {
    const { key } = await turnOn();
    await forget();
    const authcode = await codeOf(key);
    // From as many networks as one account allows guesses.
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => renewOwnRecoveryCodes({ ...jane, ip: stranger().ip }, { authcode })),
    );
    expect(tally(results)).toEqual([1, 9]);
    expect(await stored().select().from(recoveryCodes)).toHaveLength(10);
  });

  it("is refused without a second factor and to strangers", async () => {
    await expect(renewOwnRecoveryCodes(jane, { authcode: "123456" })).rejects.toMatchObject({
      status: 400,
      extra: { errors: [{ field: "mfaType" }] },
    });
    await expect(renewOwnRecoveryCodes(visitor, { authcode: "123456" })).rejects.toMatchObject({ status: 401 });
  });
});

it("a form takes codes as people type them", () => {
  for (const typed of ["123456", " 123 456 ", "１２３４５６", "１２３　４５６", "123-456", "123\u200b456"])
    expect(tidyCode(typed)).toBe("123456");
});

it("a code is as long as it was sent, since tidying takes quadratic time", async () => {
  const asked = (code: string) => accountsIdentity.signInWithFactor(visitor, { ticket: "none", code });
  await expect(asked(`123456${" ".repeat(60)}`)).rejects.toMatchObject({
    status: 400,
    extra: { errors: [{ field: "code", code: "too_long" }] },
  });
  await expect(asked(" 123-456 ")).rejects.toMatchObject({ status: 401 });
});
