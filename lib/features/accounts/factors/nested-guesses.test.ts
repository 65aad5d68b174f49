// The current password is checked within a guess at the second factor. Both count for their network, in which others sign in.
import { beforeEach, expect, it } from "vitest";
import { type Actor, visitor } from "../../../core/access";
import { anAdmin, system } from "../../../testing/actors";
import { refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { signIn } from "../sign-in/browser-sign-in";
import { createUser } from "../users/mutations";
import { generateMfaKey, setMfa } from "./mfa";

const password = "correct horse";
const here: Actor = { ...visitor, ip: "192.0.2.77" };

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
});

async function aReader(username: string): Promise<Actor> {
  const names = { username, nickname: username, email: `${username}@example.org`, title: "x" };
  const { id } = await createUser(system, { ...names, password, role: "SUBSCRIBER" });
  return { ...here, id, role: "SUBSCRIBER", name: username };
}

it("wrong passwords there are counted for their account", async () => {
  const reader = { ...(await aReader("ada")), ip: "192.0.2.79" };
  const { mfaKey } = await generateMfaKey(reader, { authcode: "000000" });
  const codes: string[] = [];
  for (let i = 0; i < 6; i += 1)
    codes.push((await refusal(setMfa(reader, { currentPassword: "wrong", authcode: "000000", mfaKey }))).code);
  expect(codes).toEqual([...Array.from({ length: 5 }, () => "forbidden"), "too_many"]);
});

it("as many guesses at once as a network has end, and others sign in there", async () => {
  const readers = await Promise.all(["ada", "bea", "cleo", "dora", "eve"].map(aReader));
  const guesses = readers.slice(0, 4).map(async (reader) => {
    const { mfaKey } = await generateMfaKey(reader, { authcode: "000000" });
    const guess = () => refusal(setMfa(reader, { currentPassword: password, authcode: "000000", mfaKey }));
    return Promise.all(Array.from({ length: 5 }, guess));
  });
  const refused = (await Promise.all(guesses)).flat();
  expect(refused.filter(({ code }) => code === "invalid")).toHaveLength(20);
  const other: Actor = { ...here, ip: "192.0.2.78" };
  expect(typeof (await signIn(other, { username: "eve", password })).session).toBe("string");
});
