import { users } from "../../db/schema";
import { type Actor, type Role, system, visitor } from "../core/access";
import { engine } from "../core/operation";

export { system, visitor };

let count = 0;

/** A stored account with this role (without a password), as the actor that a door would make. */
export async function anActor(role: Role): Promise<Actor & { id: number }> {
  count += 1;
  const now = new Date();
  const name = `${role.toLowerCase()}${count}`;
  const [row] = await engine().transaction(
    (db) =>
      db
        .insert(users)
        .values({
          username: name,
          nickname: name,
          email: `${name}@example.org`,
          role,
          createTime: now,
          updateTime: now,
        })
        .returning(),
    () => null,
  );
  if (!row) throw new Error("no user was stored");
  return { ...visitor, id: row.id, role, name };
}

export const anAuthor = () => anActor("AUTHOR");
export const anEditor = () => anActor("EDITOR");
export const anAdmin = () => anActor("ADMIN");
