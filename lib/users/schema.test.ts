import { describe, expect, it } from "vitest";
import { credentials } from "../auth/schema";
import { roles } from "../core/access";
import { nameKey, newUser, storedName, userRole } from "./schema";

const full = { username: "jane", nickname: "Jane", email: "jane@example.org", title: "My site", password: "12345678" };
const accepts = (change: object) => newUser.safeParse({ ...full, ...change }).success;
const emailOf = (length: number) => `${"a".repeat(length - 8)}@test.io`;

it("roles are those of the access table", () => expect(userRole.options).toEqual(roles));

describe("a new user (2.5)", () => {
  it.each(["username", "nickname", "email", "title"])("needs %s", (field) => {
    expect(accepts({ [field]: undefined })).toBe(false);
    expect(accepts({ [field]: null })).toBe(false);
    expect(accepts({ [field]: " \t" })).toBe(false);
    expect(accepts({ [field]: 7 })).toBe(false);
  });

  it.each([
    ["username", 50],
    ["nickname", 255],
    ["title", 255],
    ["avatar", 1023],
    ["description", 1023],
    ["locale", 255],
    ["password", 100],
  ])("takes %s up to %i characters, counted as code points", (field, most) => {
    for (const letter of ["a", "密", "😀"]) {
      expect(accepts({ [field]: letter.repeat(most - 1) })).toBe(true);
      expect(accepts({ [field]: letter.repeat(most) })).toBe(true);
      expect(accepts({ [field]: letter.repeat(most + 1) })).toBe(false);
    }
  });

  it("takes an e-mail of 127 characters, not 128, and only what looks like one", () => {
    expect(accepts({ email: emailOf(126) })).toBe(true);
    expect(accepts({ email: emailOf(127) })).toBe(true);
    expect(accepts({ email: emailOf(128) })).toBe(false);
    for (const email of ["", "jane", "jane@", "@example.org", "a b@example.org", "jane@example.org\nBcc: x@y.zz"]) expect(accepts({ email })).toBe(false);
  });

  it("takes a password of 8 characters, not 7", () => {
    expect(accepts({ password: "😀".repeat(7) })).toBe(false);
    expect(accepts({ password: "😀".repeat(8) })).toBe(true);
    expect(accepts({ password: "" })).toBe(false);
    expect(accepts({ password: null })).toBe(true);
    expect(accepts({ password: undefined })).toBe(true);
  });

  it("takes an absolute http(s) url or none", () => {
    for (const url of [undefined, null, "", "https://example.org", "http://example.org/blog/", `https://example.org/${"a".repeat(1003)}`]) expect(accepts({ url })).toBe(true);
    for (const url of ["example.org", "/blog", "javascript:alert(1)", `https://example.org/${"a".repeat(1004)}`]) expect(accepts({ url })).toBe(false);
    expect(accepts({ avatar: "javascript:alert(1)" })).toBe(false);
  });

  it("refuses names with spaces, @, control or invisible characters", () => {
    for (const username of ["a b", "a@b", "a\u200bb", "a\u202eb", "a\nb", "a\u0000b", "a\u00a0b", "\ud800"]) expect(accepts({ username })).toBe(false);
    for (const username of ["a", "王小明", "jane.doe-1_x", "Éva"]) expect(accepts({ username })).toBe(true);
  });

  it("refuses fields and roles that are not known", () => {
    for (const change of [{ id: 1 }, { passwordHash: "x" }, { mfaType: "NONE" }, { suspended: false }, { role: "OWNER" }, { role: "SYSTEM" }]) expect(accepts(change)).toBe(false);
    for (const role of [...roles, null, undefined]) expect(accepts({ role })).toBe(true);
  });
});

describe("sign-in credentials (2.1)", () => {
  const ok = (change: object) => credentials.safeParse({ username: "jane", password: "x", ...change }).success;

  it("have names of 0..255, passwords of 0..100 and codes of exactly 6 characters", () => {
    for (const letter of ["a", "😀"]) {
      for (const length of [0, 1, 254, 255]) expect(ok({ username: letter.repeat(length) })).toBe(true);
      expect(ok({ username: letter.repeat(256) })).toBe(false);
      for (const length of [0, 1, 99, 100]) expect(ok({ password: letter.repeat(length) })).toBe(true);
      expect(ok({ password: letter.repeat(101) })).toBe(false);
      expect(ok({ authcode: letter.repeat(6) })).toBe(true);
      for (const length of [0, 5, 7]) expect(ok({ authcode: letter.repeat(length) })).toBe(false);
    }
    expect(ok({ authcode: null })).toBe(true);
    expect(ok({ authcode: 123456 })).toBe(false);
    for (const change of [{ username: undefined }, { username: null }, { password: undefined }, { password: null }, { remember: true }]) expect(ok(change)).toBe(false);
  });
});

it("names are stored so that one key finds them whatever their case", () => {
  for (const [a, b] of [["Éva", "éVA"], ["ΣΑΣ", "σασ"], ["Jane", "jANE"], ["E\u0301va", "éva"]] as const) {
    expect(nameKey(a)).toBe(nameKey(b));
    // What lower() of either engine makes of the stored form.
    expect(storedName(a).replace(/[A-Z]/g, (c) => c.toLowerCase())).toBe(nameKey(a));
  }
  expect(storedName("JaneDoe")).toBe("JaneDoe");
});
