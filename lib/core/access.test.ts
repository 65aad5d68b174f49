import { describe, expect, it } from "vitest";
import {
  type Ability,
  type Actor,
  authorize,
  authorizeEdit,
  can,
  isSignedIn,
  mayEdit,
  roles,
  system,
  visitor,
} from "./access";

const actor = (role: Actor["role"], id: number | null = 1): Actor => ({ ...visitor, role, id });
const everyone = ["VISITOR", ...roles, "SYSTEM"] as const;

describe("the access table", () => {
  it.each([
    ["read the site", "VISITOR"],
    ["sign in", "VISITOR"],
    ["install the site", "VISITOR"],
    ["be signed in", "SUBSCRIBER"],
    ["comment signed in", "SUBSCRIBER"],
    ["write posts", "AUTHOR"],
    ["see the dashboard", "AUTHOR"],
    ["write journals", "AUTHOR"],
    ["comment as staff", "AUTHOR"],
    ["edit every post", "EDITOR"],
    ["delete posts for good", "EDITOR"],
    ["write sheets", "EDITOR"],
    ["manage taxonomy", "EDITOR"],
    ["manage comments", "EDITOR"],
    ["manage links", "EDITOR"],
    ["manage menus", "EDITOR"],
    ["see passwords of categories", "EDITOR"],
    ["manage users", "ADMIN"],
    ["read the audit log", "ADMIN"],
  ] as const)("lets %s from %s upwards", (ability, smallest) => {
    const may = everyone.filter((role) => can(actor(role), ability));
    expect(may).toEqual(everyone.slice(everyone.indexOf(smallest)));
    for (const role of everyone.filter((each) => !may.includes(each)))
      expect(() => authorize(actor(role), ability)).toThrow(
        expect.objectContaining({ code: role === "VISITOR" ? "unauthenticated" : "forbidden" }),
      );
  });

  it("lets nobody do what is not in it", () => {
    for (const role of everyone) expect(can(actor(role), "rule the world" as Ability)).toBe(false);
    expect(can(actor("GOD" as never), "read the site")).toBe(false);
  });

  it("gives strangers and the command line no name of their own", () => {
    expect([visitor.id, visitor.role, system.id, system.role, isSignedIn(visitor), isSignedIn(system)]).toEqual([
      null,
      "VISITOR",
      null,
      "SYSTEM",
      false,
      true,
    ]);
    expect(Object.isFrozen(visitor) && Object.isFrozen(system)).toBe(true);
  });
});

describe("a text may be changed", () => {
  it.each([
    ["VISITOR", 1, false],
    ["SUBSCRIBER", 1, false],
    ["AUTHOR", 1, true],
    ["AUTHOR", 2, false],
    ["AUTHOR", null, false],
    ["EDITOR", 2, true],
    ["ADMIN", null, true],
    ["SYSTEM", null, true],
  ] as const)("by %s, where %s wrote it: %s", (role, authorId, expected) => {
    expect(mayEdit(actor(role), { authorId })).toBe(expected);
    const refused = () => {
      try {
        authorizeEdit(actor(role), { authorId });
        return "";
      } catch (error) {
        return String(error);
      }
    };
    expect(refused()).toMatch(expected ? /^$/ : /Please sign in|does not allow|their own/);
  });

  it("never by nobody where nobody wrote it", () =>
    expect(mayEdit(actor("AUTHOR", null), { authorId: null })).toBe(false));
});
