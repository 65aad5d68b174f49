import { beforeEach, expect, it } from "vitest";
import { type Actor, type Role, visitor } from "../../../core/access";
import { system } from "../../../testing/actors";
import { freshDatabase } from "../../../testing/setup";
import { createUser } from "./mutations";
import { updateProfile } from "./profile";

const password = "correct horse";
beforeEach(freshDatabase);

/** Gives an account another address so many times; answers how often it may. */
async function moves(username: string, role: Role, times: number): Promise<number> {
  const names = { username, nickname: username, password, title: "x" };
  const { id } = await createUser(system, { ...names, email: `${username}@example.org`, role });
  const actor: Actor = { ...visitor, id, role, name: username, ip: "192.0.2.31" };
  let moved = 0;
  for (let i = 0; i < times; i += 1)
    await updateProfile(actor, {
      username,
      nickname: username,
      email: `${username}-${i}@example.net`,
      currentPassword: password,
    }).then(
      () => (moved += 1),
      () => undefined,
    );
  return moved;
}

it("a reader's account sends mails to ten addresses a day that it had, those of one network to forty", async () => {
  const moved: number[] = [];
  for (const name of ["ada", "bea", "cleo", "dora", "eve"]) moved.push(await moves(name, "SUBSCRIBER", 12));
  expect(moved).toEqual([10, 10, 10, 10, 0]);
});

it("staff change theirs as often as they like", async () => {
  expect(await moves("jane", "AUTHOR", 12)).toBe(12);
});
