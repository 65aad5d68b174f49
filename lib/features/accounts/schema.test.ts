import { describe, expect, it } from "vitest";
import { roles } from "../../core/access";
import { nameKey, newUser, storedName, userRole } from "./schema";

const full = { username: "jane", nickname: "Jane", email: "jane@example.org", title: "My site", password: "12345678" };
const accepts = (change: object) => newUser.safeParse({ ...full, ...change }).success;

it("roles are those of the access table", () => expect(userRole.options).toEqual(roles));

describe("a new user (2.5)", () => {
  it("refuses names with spaces, @, control or invisible characters", () => {
    for (const username of ["a b", "a@b", "a\u200bb", "a\u202eb", "a\nb", "a\u0000b", "a\u00a0b", "\ud800"])
      expect(accepts({ username })).toBe(false);
    for (const username of ["a", "王小明", "jane.doe-1_x", "Éva"]) expect(accepts({ username })).toBe(true);
  });

  it("refuses fields and roles that are not known", () => {
    for (const change of [
      { id: 1 },
      { passwordHash: "x" },
      { mfaType: "NONE" },
      { suspended: false },
      { role: "OWNER" },
      { role: "SYSTEM" },
    ])
      expect(accepts(change)).toBe(false);
    for (const role of [...roles, null, undefined]) expect(accepts({ role })).toBe(true);
  });
});

it("names are stored so that one key finds them whatever their case", () => {
  for (const [a, b] of [
    ["Éva", "éVA"],
    ["ΣΑΣ", "σασ"],
    ["Jane", "jANE"],
    ["E\u0301va", "éva"],
  ] as const) {
    expect(nameKey(a)).toBe(nameKey(b));
    // As lower() of either engine treats the stored form.
    expect(storedName(a).replace(/[A-Z]/g, (c) => c.toLowerCase())).toBe(nameKey(a));
  }
  expect(storedName("JaneDoe")).toBe("JaneDoe");
});
