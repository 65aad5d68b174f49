import { beforeEach, expect, it } from "vitest";
import type { Actor } from "../../../core/access";
import { sentBy } from "../../../core/sender";
import { anAdmin, system, visitor } from "../../../testing/actors";
import { refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { generateMfaKey, setMfa } from "../factors/mfa";
import { createUser } from "../users/mutations";
import { changePassword, createPasswordCode, setPasswordWithCode } from "../users/passwords";
import { passwordLoad, verifyPassword } from "./password";

const password = "correct horse";
const jane = { username: "jane", email: "jane@example.org" };

beforeEach(freshDatabase);

/** A reader whom open registration has let in, from a network of all such. */
async function aReader(name: string): Promise<Actor & { id: number }> {
  const { id } = await createUser(system, {
    username: name,
    nickname: name,
    email: `${name}@example.org`,
    password,
    title: "x",
    role: "SUBSCRIBER",
  });
  return { ...visitor, id, role: "SUBSCRIBER", name, ip: "192.0.2.7" };
}

it("readers who have their passwords checked again and again keep nobody from setting a new one", async () => {
  const admin = await anAdmin();
  const { id } = await createUser(system, { ...jane, nickname: "Jane", password, title: "x", role: "EDITOR" });
  const { code } = await createPasswordCode(admin, { userId: id });
  const readers = await Promise.all(["ada", "bea", "cleo", "dora"].map(aReader));
  /** Each asks a number of times, the next one when the last is answered. */
  const goOn = async (reader: Actor): Promise<void> => {
    for (let i = 0; i < 5; i += 1)
      await refusal(changePassword(reader, { oldPassword: password, newPassword: password }));
  };
  const crowd = readers.flatMap((reader) => Array.from({ length: 5 }, () => goOn(reader)));
  await expect.poll(() => passwordLoad().waiting).toBeGreaterThan(15);
  const before = passwordLoad().done;
  await setPasswordWithCode({ ...visitor, ip: "198.51.100.1" }, { ...jane, code, password: "moths in relays" });
  const done = passwordLoad().done - before;
  await Promise.all(crowd);
  expect(done).toBeLessThan(10);
});

it("a password is not checked for whoever has guessed at the second factor too often", async () => {
  const reader = await aReader("ada");
  const { mfaKey } = await generateMfaKey(reader, { authcode: "000000" });
  const guess = () => refusal(setMfa(reader, { currentPassword: password, authcode: "000000", mfaKey }));
  for (let i = 0; i < 6; i += 1) await guess();
  const before = passwordLoad().done;
  expect(await guess()).toMatchObject({ code: "too_many" });
  expect(passwordLoad().done).toBe(before);
});

it("a password is not checked for whoever has left, and what their request began goes on", async () => {
  const guess = (asker: string) => verifyPassword("wrong", null, { network: asker, isKnown: false });
  const before = passwordLoad().done;
  let hasLeft = false;
  const [first, left] = [
    guess("192.0.2.1"),
    sentBy(
      () => hasLeft,
      () => refusal(guess("192.0.2.2")),
    ),
  ];
  hasLeft = true;
  expect([await first, await left]).toEqual([false, expect.objectContaining({ code: "unavailable" })]);
  expect(passwordLoad()).toEqual({ waiting: 0, done: before + 1 });

  let later: Promise<boolean> | undefined;
  let goOn = () => {};
  const told = new Promise<void>((resolve) => (goOn = resolve));
  await sentBy(
    () => true,
    async () => void (later = told.then(() => Promise.all([guess("a"), guess("b")])).then(([, right]) => right)),
  );
  goOn();
  expect(await later).toBe(false);
});
