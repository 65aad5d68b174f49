import { beforeEach, expect, it } from "vitest";
import { type Actor, visitor } from "../../../core/access";
import { anAdmin, system } from "../../../testing/actors";
import { refusal } from "../../../testing/factories";
import { mailOptions, storeOptions } from "../../../testing/options";
import { freshDatabase } from "../../../testing/setup";
import { passwordLoad } from "../passwords/password";
import { createUser } from "../users/mutations";
import { changePassword, createPasswordCode, requestPasswordCode, setPasswordWithCode } from "../users/passwords";
import { signIn } from "./browser-sign-in";

const password = "correct horse";
const tooMany = { code: "too_many" };

/** Each test has its own address, which strangers and the owner share. */
let net = 0;
let here: Actor;
let userId = 0;

beforeEach(async () => {
  await freshDatabase();
  here = { ...visitor, ip: `203.0.113.${(net += 1)}` };
  ({ id: userId } = await createUser(system, {
    username: "jane",
    nickname: "Jane",
    email: "jane@example.org",
    password,
    title: "x",
    role: "ADMIN",
  }));
});

/** Strangers at this address use up what it may guess. */
async function guessWrong(): Promise<void> {
  for (let i = 0; i < 21; i += 1) await refusal(signIn(here, { username: `name${i}`, password: "wrong" }));
  for (let i = 0; i < 6; i += 1) await refusal(signIn(here, { username: "jane", password: "wrong" }));
  expect(await refusal(signIn(here, { username: "jane", password }))).toMatchObject(tooMany);
}

it("an owner signs in with their own browser, whatever strangers at the same address have guessed", async () => {
  const { browser } = await signIn({ ...visitor, ip: "192.0.2.1" }, { username: "jane", password });
  await guessWrong();
  for (const username of ["jane", "Jane@example.org"]) {
    const again = await signIn({ ...here, browser }, { username, password });
    expect([typeof again.session, again.browser]).toEqual(["string", browser]);
  }
});

it("there the owner also confirms the password, and sets another with a code", async () => {
  const { browser } = await signIn({ ...visitor, ip: "192.0.2.2" }, { username: "jane", password });
  const { code } = await createPasswordCode(await anAdmin(), { userId });
  await guessWrong();
  const owner = { ...here, browser, id: userId, name: "jane", role: "ADMIN" as const };
  const wish = { code, username: "jane", email: "jane@example.org", password: "a third horse" };
  expect(await refusal(setPasswordWithCode(here, wish))).toMatchObject(tooMany);
  await setPasswordWithCode({ ...here, browser }, wish);
  await changePassword(owner, { oldPassword: "a third horse", newPassword: "battery staple" });
});

it("a browser is known for its own account only, and guesses no more often than a stranger", async () => {
  const { browser } = await signIn({ ...visitor, ip: "192.0.2.3" }, { username: "jane", password });
  const admin = await anAdmin();
  for (let i = 0; i < 5; i += 1)
    expect(await refusal(signIn({ ...here, browser }, { username: "jane", password: "wrong" }))).toMatchObject({
      status: 401,
    });
  expect(await refusal(signIn({ ...here, browser }, { username: "jane", password }))).toMatchObject(tooMany);
  await signIn(here, { username: "jane", password });
  await guessWrong();
  expect(await refusal(signIn({ ...here, browser }, { username: admin.name, password: "wrong" }))).toMatchObject(
    tooMany,
  );
});

it("signing in again and again gives no more guesses, neither now nor at the next password", async () => {
  const browsers = [];
  for (let i = 0; i < 3; i += 1) browsers.push((await signIn(here, { username: "jane", password })).browser);
  const [browser = null] = browsers;
  expect(browsers).toEqual([browser, browser, browser]);
  const owner = { ...visitor, ip: "192.0.2.4", browser, id: userId, name: "jane", role: "ADMIN" as const };
  await changePassword(owner, { oldPassword: password, newPassword: "battery staple" });
  for (let i = 0; i < 5; i += 1) await refusal(signIn({ ...here, browser }, { username: "jane", password }));
  const next = await signIn(here, { username: "jane", password: "battery staple" });
  expect(next.browser).not.toBe(browser);
  const late = { username: "jane", password: "battery staple" };
  expect(await refusal(signIn({ ...here, browser }, late))).toMatchObject(tooMany);
  expect(typeof (await signIn({ ...here, browser: next.browser }, late)).session).toBe("string");
});

it("a reader has no more mails sent by a known browser than without one, since anybody may be a reader", async () => {
  await storeOptions(mailOptions);
  const reader = { username: "rita", nickname: "Rita", email: "rita@example.org", password, title: "x" };
  await createUser(system, { ...reader, role: "SUBSCRIBER" });
  const asked: Record<string, number> = {};
  for (const username of ["jane", "rita"]) {
    const { browser } = await signIn(here, { username, password });
    const asking = Array.from({ length: 8 }, () => requestPasswordCode({ ...here, browser }, { username }));
    asked[username] = (await Promise.allSettled(asking)).filter(({ status }) => status === "fulfilled").length;
  }
  expect(asked).toEqual({ jane: 5, rita: 3 });
});

it("whose owner waits for no other passwords from the same address", async () => {
  const { browser } = await signIn({ ...visitor, ip: "192.0.2.5" }, { username: "jane", password });
  const readers = await Promise.all(
    ["ada", "bea", "cleo"].map((username) =>
      createUser(system, {
        username,
        nickname: username,
        email: `${username}@example.org`,
        password,
        title: "x",
        role: "SUBSCRIBER",
      }),
    ),
  );
  const through = new AbortController();
  const goOn = async (username: string) => {
    while (!through.signal.aborted) await signIn(here, { username, password });
  };
  const crowd = readers.flatMap(({ username }) => Array.from({ length: 5 }, () => goOn(username)));
  await expect.poll(() => passwordLoad().waiting).toBeGreaterThan(7);
  const before = passwordLoad().done;
  await signIn({ ...here, browser }, { username: "jane", password });
  const done = passwordLoad().done - before;
  through.abort();
  await Promise.all(crowd);
  expect(done).toBeLessThan(7);
});
