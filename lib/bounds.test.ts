import { describe, expect, it } from "vitest";
import { z } from "zod";
import { routes } from "./api/routes";
import { can, visitor } from "./core/access";
import { attachmentChanges } from "./features/attachments/schema";
import { credentials, mfaSettings, passwordChange } from "./features/accounts/credentials-schema";
import { categoryChanges, newCategory } from "./features/taxonomy/categories/schema";
import { commentChanges, newComment } from "./features/comments/schema";
import { invalidInput } from "./core/errors";
import { newOption, optionChanges } from "./features/options/schema";
import { journalChanges, newJournal } from "./features/journals/schema";
import { linkChanges, newLink } from "./features/links/schema";
import { menuChanges, newMenu } from "./features/menus/schema";
import { newPhoto, photoChanges } from "./features/photos/schema";
import { newPost, postChanges, postTextChanges } from "./features/writing/schema";
import { newSheet, sheetChanges, sheetTextChanges } from "./features/writing/sheets/schema";
import { newTag, tagChanges } from "./features/taxonomy/tags/schema";
import { newUser, profileChanges, registration } from "./features/accounts/schema";

/**
 * What a field takes, and what it refuses with which code. The bounds of docs/specification.md are
 * written out here a second time, by hand, so that a schema that changes fails.
 */
type Field = { takes: unknown[]; refuses: [value: unknown, code: string][] };

const author = { ...visitor, id: 1, role: "AUTHOR" } as const;
const letters = ["a", "密", "😀"];
const TEXT = 2_097_152;

/** 0 to `max` code points. */
const text = (max: number): Field => ({
  takes: ["", "a", ...letters.flatMap((letter) => [letter.repeat(max - 1), letter.repeat(max)])],
  refuses: [
    ...letters.map((letter): [unknown, string] => [letter.repeat(max + 1), "too_long"]),
    [7, "wrong_type"],
    [true, "wrong_type"],
    [["a"], "wrong_type"],
    [{}, "wrong_type"],
    ["a\0b", "wrong_format"],
    ["a\ud800", "wrong_format"],
  ],
});
/** Text whose only bound is that of the whole body. */
const long: Field = {
  ...text(100),
  takes: ["", "a".repeat(TEXT), "密".repeat(TEXT)],
  refuses: [...text(100).refuses.slice(3), ["a".repeat(TEXT + 1), "too_long"], ["😀".repeat(TEXT + 1), "too_long"]],
};
/** Text that must not be blank. */
const label = (max: number): Field => ({
  takes: text(max).takes.filter((value) => value !== ""),
  refuses: [...text(max).refuses, ["", "required"], [" \t\n", "required"], ["\u3000", "required"]],
});
const address = (max: number): Field => ({
  takes: [
    ...text(max).takes,
    "/uploads/a.png",
    "a/b.png",
    "//cdn.example/a.png",
    "https://example.org/a.png",
    "HTTP://example.org",
    "?a:b",
    "#a:b",
    "./a:b",
  ],
  refuses: [
    ...text(max).refuses,
    ["javascript:alert(1)", "wrong_scheme"],
    ["JAVASCRIPT:alert(1)", "wrong_scheme"],
    ["data:image/svg+xml,x", "wrong_scheme"],
    [" javascript:x", "wrong_scheme"],
    ["\u0001javascript:x", "wrong_scheme"],
    ["java\nscript:x", "wrong_scheme"],
    ["vbscript:x", "wrong_scheme"],
    ["file:///etc/passwd", "wrong_scheme"],
  ],
});
const int32: Field = {
  takes: [0, -1, 1, 2_147_483_647, -2_147_483_648],
  refuses: [
    [2_147_483_648, "too_long"],
    [-2_147_483_649, "too_short"],
    [1.5, "wrong_type"],
    ["1", "wrong_type"],
    [true, "wrong_type"],
    [Number.NaN, "wrong_type"],
    [Number.POSITIVE_INFINITY, "wrong_type"],
    [[1], "wrong_type"],
  ],
};
const id: Field = {
  takes: [1, 2_147_483_647],
  refuses: [
    [0, "too_short"],
    [-1, "too_short"],
    [2_147_483_648, "too_long"],
    [1.5, "wrong_type"],
    ["1", "wrong_type"],
  ],
};
const bigId: Field = {
  takes: [1, 2_147_483_648, Number.MAX_SAFE_INTEGER],
  refuses: [
    [0, "too_short"],
    [-1, "too_short"],
    [Number.MAX_SAFE_INTEGER + 1, "too_long"],
    [1.5, "wrong_type"],
    ["1", "wrong_type"],
  ],
};
const email: Field = {
  takes: ["", "a@b.example", `${"a".repeat(243)}@example.org`, `${"😀".repeat(243)}@example.org`],
  refuses: [
    ...text(255).refuses.filter(([, code]) => code !== "too_long"),
    [`${"a".repeat(244)}@example.org`, "too_long"],
    ["a", "wrong_format"],
    ["a@b", "wrong_format"],
    ["a@b.example, c@d.example", "wrong_format"],
    ["a@b.example\nBcc: c@d.example", "wrong_format"],
  ],
};
const flag: Field = {
  takes: [true, false],
  refuses: [
    ["true", "wrong_type"],
    [1, "wrong_type"],
    [0, "wrong_type"],
    ["", "wrong_type"],
  ],
};
const oneOf = (...values: string[]): Field => ({
  takes: values,
  refuses: [
    ["", "wrong_value"],
    [values[0]?.toLowerCase(), "wrong_value"],
    [`${values[0]} `, "wrong_value"],
    ["OTHER", "wrong_value"],
    [1, "wrong_value"],
    [values, "wrong_value"],
  ],
});
const [FIRST, LAST] = [Date.parse("1000-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];
const instant: Field = {
  takes: [
    "2024-02-29T12:00:00Z",
    "2024-02-29T12:00:00.123Z",
    "2024-02-29T12:00:00+08:00",
    "1000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    0,
    1_700_000_000_000,
    -1,
    FIRST,
    LAST,
  ],
  refuses: [
    ...["2024-02-29", "2024-02-29T12:00:00", "2023-02-29T12:00:00Z", "yesterday", "", "2024-13-01T00:00:00Z"].map(
      (value): [unknown, string] => [value, "wrong_format"],
    ),
    ...[
      "0001-01-01T00:00:00Z",
      "0999-12-31T23:59:59Z",
      "1000-01-01T00:00:00+01:00",
      "9999-12-31T23:59:59-01:00",
      true,
      {},
    ].map((value): [unknown, string] => [value, "wrong_value"]),
    [1.5, "wrong_value"],
    [FIRST - 1, "too_short"],
    [LAST + 1, "too_long"],
  ],
};
const ids = (field: string): Field => ({
  takes: [[], [1], [3, 1, 2], Array.from({ length: 1000 }, (_, i) => i + 1)],
  refuses: [
    [[1, 1], `${field}.1 duplicate`],
    [[0], `${field}.0 too_short`],
    [["1"], `${field}.0 wrong_type`],
    [[1, null], `${field}.1 wrong_type`],
    [[2_147_483_648], `${field}.0 too_long`],
    [Array.from({ length: 1001 }, (_, i) => i + 1), "too_long"],
    [1, "wrong_type"],
    ["1,2", "wrong_type"],
    [{ 0: 1 }, "wrong_type"],
  ],
});
const metas: Field = {
  takes: [
    [],
    [{ key: "a", value: "b" }],
    [{ key: "a" }],
    [{ key: "a", value: null, postId: null }],
    [
      { key: "a", value: "" },
      { key: "b", value: "", postId: 1 },
    ],
    [{ key: "😀".repeat(255), value: "v".repeat(5000) }],
    [{ key: "a", value: "v".repeat(65_535) }],
  ],
  refuses: [
    [
      [
        { key: "a", value: "1" },
        { key: "a", value: "2" },
      ],
      "metas.1 duplicate",
    ],
    [[{ key: "a" }, { key: " a " }], "metas.1 duplicate"],
    [[{ value: "1" }], "metas.0.key required"],
    [[{ key: " " }], "metas.0.key required"],
    [[{ key: "a".repeat(256) }], "metas.0.key too_long"],
    [[{ key: "a", value: 1 }], "metas.0.value wrong_type"],
    [[{ key: "a", postId: 0 }], "metas.0.postId too_short"],
    [[{ key: "a", extra: 1 }], "metas.0.extra unknown"],
    [["a"], "metas.0 wrong_type"],
    [Array.from({ length: 1001 }, (_, i) => ({ key: `k${i}` })), "too_long"],
    [[{ key: "a", value: "v".repeat(65_536) }], "too_long"],
    [Array.from({ length: 1000 }, (_, i) => ({ key: `k${i}`, value: "v".repeat(64) })), "too_long"],
    [{}, "wrong_type"],
  ],
};
const color: Field = {
  takes: ["", "  ", "#fff", "red", "rgb(1,2,3)", " #fff "],
  refuses: [
    ["#ff", "wrong_format"],
    ["redd", "wrong_format"],
    ["a".repeat(25), "too_long"],
    [7, "wrong_type"],
  ],
};

/** `least` to `most` code points. */
const between = (least: number, most: number): Field => ({
  takes: letters.flatMap((letter) =>
    [least, least + 1, most - 1, most]
      .filter((length) => length >= least && length <= most)
      .map((length) => letter.repeat(length)),
  ),
  refuses: [
    ["", "too_short"],
    ...letters.flatMap((letter): [unknown, string][] => [
      [letter.repeat(least - 1), "too_short"],
      [letter.repeat(most + 1), "too_long"],
    ]),
    [7, "wrong_type"],
    [["a"], "wrong_type"],
    ["a\0b".padEnd(least, "a"), "wrong_format"],
  ],
});
const username: Field = {
  takes: ["a", "é", "王小明", ...["a", "密"].flatMap((letter) => [letter.repeat(49), letter.repeat(50)])],
  refuses: [...label(50).refuses, ["a b", "wrong_format"], ["a@b", "wrong_format"], ["a\u200bb", "wrong_format"]],
};
const accountEmail: Field = {
  takes: ["a@b.example", `${"a".repeat(115)}@example.org`],
  refuses: [
    [`${"a".repeat(116)}@example.org`, "too_long"],
    ...["", "a", "a@b", "a b@example.org", "a@b.example\nBcc: c@d.example"].map((value): [unknown, string] => [
      value,
      "wrong_format",
    ]),
    [7, "wrong_type"],
  ],
};

type Table = { required: Record<string, Field>; optional: Record<string, Field> };

const newPassword = between(8, 100);
const sixCharacters = between(6, 6);
/** Nothing is too short here: wrong passwords are simply wrong. */
const login: Table = { required: { username: text(255), password: text(100) }, optional: { authcode: sixCharacters } };
const registering: Table = {
  required: { code: between(1, 255), email: accountEmail, password: newPassword, username },
  optional: {},
};
const profile: Table = {
  required: { username, nickname: label(255), email: accountEmail },
  optional: { password: newPassword, avatar: address(1023), description: text(1023) },
};
const user: Table = {
  required: { ...profile.required, title: label(255) },
  optional: {
    ...profile.optional,
    locale: text(255),
    url: {
      takes: ["", "https://example.org", `https://example.org/${"a".repeat(1003)}`],
      refuses: [
        [`https://example.org/${"a".repeat(1004)}`, "wrong_value"],
        ["example.org", "wrong_format"],
        ["/here", "wrong_format"],
        ["javascript:alert(1)", "wrong_format"],
        [7, "wrong_value"],
      ],
    },
  },
};
/** The new password has the bounds of every new one, the old one none of them. */
const passwords: Table = { required: { oldPassword: text(100), newPassword }, optional: {} };
const factor: Table = {
  required: { authcode: sixCharacters },
  optional: { mfaKey: text(255), mfaType: oneOf("NONE", "TFA_TOTP") },
};
const texts = { content: long, originalContent: long, keepRaw: flag };
const post: Table = {
  required: { title: label(100) },
  optional: {
    ...texts,
    summary: text(10_000),
    slug: text(255),
    password: text(255),
    template: text(255),
    thumbnail: address(1023),
    status: oneOf("DRAFT", "INTIMATE", "PUBLISHED", "RECYCLE"),
    editorType: oneOf("MARKDOWN", "RICHTEXT"),
    disallowComment: flag,
    createTime: instant,
    topPriority: int32,
    metaDescription: text(10_000),
    metaKeywords: text(10_000),
    categoryIds: ids("categoryIds"),
    tagIds: ids("tagIds"),
    metas,
  },
};
const attachment: Table = { required: {}, optional: { id, name: label(255), team: text(255) } };
const category: Table = {
  required: { name: label(255) },
  optional: {
    id,
    description: text(100),
    parentId: id,
    password: text(255),
    priority: int32,
    slug: text(255),
    thumbnail: address(1023),
  },
};
/** Addresses and a name whose only bound is that of the whole body. */
const longAddress: Field = {
  takes: address(100).takes,
  refuses: [...address(100).refuses.slice(3), ["a".repeat(TEXT + 1), "too_long"]],
};
const photo: Table = {
  required: {
    name: {
      takes: ["a", "a".repeat(TEXT)],
      refuses: [...label(100).refuses.slice(3), ["a".repeat(TEXT + 1), "too_long"]],
    },
    thumbnail: longAddress,
    url: {
      takes: longAddress.takes.filter((value) => value !== ""),
      refuses: [...longAddress.refuses, ["", "required"], ["  ", "required"]],
    },
  },
  optional: { id, description: long, location: long, takeTime: instant, team: long },
};
const tag: Table = { required: { name: label(255) }, optional: { slug: text(255), thumbnail: address(1023), color } };
const comment: Table = {
  required: { author: label(50), content: text(1023) },
  optional: { email, authorUrl: address(255), allowNotification: flag, parentId: bigId },
};
const option: Table = { required: { key: label(100) }, optional: { type: oneOf("CUSTOM", "INTERNAL"), value: long } };

const sheet: Table = {
  required: post.required,
  optional: Object.fromEntries(
    Object.entries(post.optional).filter(([name]) => name !== "categoryIds" && name !== "tagIds"),
  ),
};
const journal: Table = {
  required: { sourceContent: text(20_000) },
  optional: { content: text(60_000), keepRaw: flag, type: oneOf("INTIMATE", "PUBLIC") },
};
const httpUrl: Field = {
  takes: [
    "https://example.org/",
    "HTTP://example.org/a?b#c",
    `https://example.org/${"a".repeat(1003)}`,
    `https://例子.example/${"😀".repeat(900)}`,
  ],
  refuses: [
    [`https://example.org/${"a".repeat(1004)}`, "too_long"],
    ["", "wrong_format"],
    ["/here", "wrong_format"],
    ["//example.org", "wrong_format"],
    ["ftp://example.org/", "wrong_format"],
    ["javascript:alert(1)", "wrong_format"],
    ["mailto:a@example.org", "wrong_format"],
    ["https://", "wrong_format"],
    [7, "wrong_type"],
    [["https://example.org/"], "wrong_type"],
  ],
};
const link: Table = {
  required: { name: label(255), url: httpUrl },
  optional: { description: text(255), logo: address(1023), priority: int32, team: text(255) },
};
const menu: Table = {
  required: {
    name: label(255),
    url: {
      takes: address(1023).takes.filter((value) => value !== ""),
      refuses: [...address(1023).refuses, ["", "required"], ["  ", "required"]],
    },
  },
  optional: {
    id,
    parentId: id,
    priority: int32,
    target: {
      ...oneOf("_self", "_blank"),
      refuses: [
        ["", "wrong_value"],
        ["_SELF", "wrong_value"],
        ["_top", "wrong_value"],
        [1, "wrong_value"],
      ],
    },
    icon: text(255),
  },
};

const account = { username: "jane", nickname: "Jane", email: "jane@example.org" };
const shapes: [name: string, schema: z.ZodType, base: Record<string, unknown>, table: Table][] = [
  ["a sign-in", credentials, { username: "jane", password: "x" }, login],
  [
    "a registration",
    registration,
    { code: "x", email: account.email, password: "12345678", username: "jane" },
    registering,
  ],
  ["a new user", newUser, { ...account, title: "Editor" }, user],
  ["changes of a profile", profileChanges, account, profile],
  ["a change of the password", passwordChange, { oldPassword: "x", newPassword: "12345678" }, passwords],
  ["settings of the second factor", mfaSettings, { authcode: "123456" }, factor],
  ["a new post", newPost, { title: "Title" }, post],
  ["changes of a post", postChanges, { title: "Title", postId: 1 }, post],
  ["changes of a post's text", postTextChanges, { postId: 1 }, { required: {}, optional: texts }],
  ["changes of an attachment", attachmentChanges, { attachmentId: 1 }, attachment],
  ["a new category", newCategory, { name: "Name" }, category],
  ["changes of a category", categoryChanges, { name: "Name", categoryId: 1 }, category],
  [
    "a new comment",
    newComment,
    { author: "Ann", content: "x", postId: 1 },
    { ...comment, required: { ...comment.required, postId: id } },
  ],
  [
    "changes of a comment",
    commentChanges,
    { author: "Ann", content: "x", commentId: 1 },
    { ...comment, optional: { ...comment.optional, postId: id } },
  ],
  ["a new sheet", newSheet, { title: "Title" }, sheet],
  ["changes of a sheet", sheetChanges, { title: "Title", sheetId: 1 }, sheet],
  ["changes of a sheet's text", sheetTextChanges, { sheetId: 1 }, { required: {}, optional: texts }],
  ["a new journal", newJournal, { sourceContent: "Text" }, journal],
  ["changes of a journal", journalChanges, { sourceContent: "Text", id: 1 }, journal],
  [
    "a new link",
    newLink,
    { name: "Name", url: "https://example.org/" },
    { ...link, optional: { ...link.optional, id } },
  ],
  ["changes of a link", linkChanges, { name: "Name", url: "https://example.org/", id: 1 }, link],
  ["a new menu entry", newMenu, { name: "Name", url: "/" }, menu],
  ["changes of a menu entry", menuChanges, { name: "Name", url: "/", menuId: 1 }, menu],
  ["a new photo", newPhoto, { name: "Name", thumbnail: "/a.jpg", url: "/b.jpg" }, photo],
  ["changes of a photo", photoChanges, { name: "Name", thumbnail: "/a.jpg", url: "/b.jpg", photoId: 1 }, photo],
  ["a new tag", newTag, { name: "Name" }, tag],
  ["changes of a tag", tagChanges, { name: "Name", tagId: 1 }, tag],
  ["a new option", newOption, { key: "key" }, option],
  ["changes of an option", optionChanges, { key: "key", optionId: 1 }, option],
];

const faultsOf = (schema: z.ZodType, input: unknown): string[] => {
  const parsed = schema.safeParse(input, { reportInput: true });
  return parsed.success
    ? []
    : [...new Set((invalidInput(parsed.error).extra.errors ?? []).map(({ field, code }) => `${field} ${code}`))];
};
const shown = (value: unknown) => (JSON.stringify(value) as string | undefined)?.slice(0, 40);

describe.each(shapes)("%s", (_name, schema, base, { required, optional }) => {
  const fields = { ...required, ...optional };

  it.each(Object.entries(fields))("takes %s within its bounds", (name, { takes }) => {
    for (const value of takes)
      expect([shown(value), faultsOf(schema, { ...base, [name]: value })]).toEqual([shown(value), []]);
  });

  it.each(Object.entries(fields))("refuses %s beyond them, naming it", (name, { refuses }) => {
    for (const [value, code] of refuses) {
      const expected = code.includes(" ") ? code : `${name} ${code}`;
      expect([shown(value), faultsOf(schema, { ...base, [name]: value })]).toEqual([
        shown(value),
        expect.arrayContaining([expected]),
      ]);
    }
  });

  it("asks for what is required and for nothing else", () => {
    for (const name of Object.keys(required)) {
      expect(faultsOf(schema, { ...base, [name]: undefined })).toEqual([`${name} required`]);
      expect(faultsOf(schema, { ...base, [name]: null })).toEqual([`${name} wrong_type`]);
    }
    for (const name of Object.keys(optional))
      for (const value of [undefined, null])
        expect([name, faultsOf(schema, { ...base, [name]: value })]).toEqual([name, []]);
  });

  it("refuses fields it does not know, naming each", () => {
    expect(faultsOf(schema, { ...base, visits: 7, isAdmin: true })).toEqual(["visits unknown", "isAdmin unknown"]);
    for (const name of ["authorId", "version", "createdBy", "constructor", "toString"])
      expect(faultsOf(schema, { ...base, [name]: 1 })).toEqual([`${name} unknown`]);
    for (const input of [null, undefined, [], "text", 7, true]) expect(schema.safeParse(input).success).toBe(false);
  });
});

it("no field of any line of the API takes a character that an engine cannot store or look for", () => {
  const taken = routes.flatMap(({ method, path, operation: { input } }) =>
    input instanceof z.ZodObject
      ? Object.entries(input.shape).flatMap(([name, field]) =>
          ["a\0b", "\0", "a\ud800"].some((value) => (field as z.ZodType).safeParse(value).success)
            ? [`${method} ${path} ${name}`]
            : [],
        )
      : [],
  );
  expect(taken).toEqual([]);
});

/** The texts that are answered alone, or in lists whose bytes are counted (lib/features/writing/text-sizes.ts). */
const counted = new Set(["content", "originalContent"]);

it("authors can make no list long: each of their fields has a bound with which a hundred records are an answer", () => {
  const many = [..."x".repeat(100)].map((_, i) => `${i}`.padEnd(1000, "x"));
  const long = routes.flatMap(({ method, path, operation: { input, kind, can: ability } }) => {
    if (kind === "query" || !(input instanceof z.ZodObject) || !can(author, ability)) return [];
    return Object.entries(input.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
      const values = ["x".repeat(100_000), many.map((key) => ({ key: key.slice(0, 20), value: key })), many];
      return !counted.has(name) && values.some((value) => field.safeParse(value).success)
        ? [`${method} ${path} ${name}`]
        : [];
    });
  });
  expect(long).toEqual([]);
});
