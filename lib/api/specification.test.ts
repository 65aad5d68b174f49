import { generate } from "otplib";
import { beforeAll, expect, it } from "vitest";
import { aForm, type Answer, call } from "../testing/api";
import { freshDatabase } from "../testing/setup";
import type { Method } from "../doors/endpoint";
import { routes } from "./routes";

// The operations that create and change records (docs/specification.md, "Operations and fields"), each
// with every field of its body, in the order in which a new site would call them.

type Json = Record<string, unknown>;
type Given = { status?: number; path?: string; headers?: Record<string, string> };
/** Sends one request as the ADMIN, once there is one, or as a visitor, and expects a status. */
type Send = (body?: unknown, given?: Given) => Promise<Answer>;

const account = { username: "ada", nickname: "Ada", email: "ada@example.org", password: "analytical engine" };
const owner = { username: account.username, password: account.password };
let token = "";
let mfaKey = "";
/** Ids of the records made so far, by the last word of the path that made them. */
const made: Record<string, number> = {};

const lines: string[] = [];

/** A row of a test table: the operation's name with its line, and a function that calls it. */
function operation(name: string, method: Method, path: string): [title: string, send: Send] {
  lines.push(`${method} ${path}`);
  const last = path.split("/").at(-1) ?? "";
  const isOpen = path.startsWith("/content/") || /login|registration/.test(path);
  const send: Send = async (
    body,
    { status = method === "POST" && !path.includes("login") ? 201 : 200, path: at = path, headers = {} } = {},
  ) => {
    const idOf = (word: string) => made[word === "commentId" ? "comments" : (path.split("/")[2] ?? "")];
    const answer = await call(
      method,
      at.replace(/\{(\w+)\}/g, (_all, word: string) => String(idOf(word))),
      { body, headers, token: isOpen ? undefined : token },
    );
    expect([answer.text, answer.status]).toEqual([answer.text, status]);
    if (status === 201) made[last] ??= Number(answer.json.id);
    return answer;
  };
  return [`${name}: ${method} ${path}`, send];
}

beforeAll(async () => void (await freshDatabase()));

const userFields = [
  "id",
  "username",
  "nickname",
  "email",
  "title",
  "avatar",
  "description",
  "locale",
  "timeZone",
  "url",
  "role",
  "mfaType",
  "suspended",
  "createTime",
  "lastLoginTime",
];
const draftFields = [
  "id",
  "url",
  "authorId",
  "author",
  "updateTime",
  "editTime",
  "publishedTime",
  "version",
  "inProgress",
  "locked",
  "visits",
  "likes",
  "wordCount",
  "commentCount",
];
const commentFields = ["id", "targetType", "status", "isAdmin", "avatar", "createTime"];

it.each([operation("Create user", "POST", "/admin/users")])("%s", async (_name, send) => {
  const { json } = await send({
    ...account,
    title: "The Engine",
    avatar: "/ada.png",
    description: "Writes.",
    locale: "en",
    url: "https://example.org",
  });
  expect(json).toMatchObject({ username: "ada", role: "ADMIN", avatar: "/ada.png", description: "Writes." });
  expect(Object.keys(json).toSorted()).toEqual(userFields.toSorted());
});
it.each([operation("Login (1)", "POST", "/admin/login/precheck")])("%s", async (_name, send) => {
  expect((await send({ ...owner, authcode: null })).json).toEqual({ mfaRequired: false });
  expect((await send({ ...owner, password: "wrong" }, { status: 401 })).json.code).toBe("unauthenticated");
});
it.each([operation("Login (2)", "POST", "/admin/login")])("%s", async (_name, send) => {
  const { json } = await send(owner);
  expect(json).toEqual({
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
    tokenType: "Bearer",
    expiresIn: 86_400,
  });
  token = String(json.accessToken);
  expect((await send({ ...owner, authcode: "12345" }, { status: 400 })).json.errors).toMatchObject([
    { field: "authcode" },
  ]);
});
it.each([operation("Registration", "POST", "/admin/registration")])("%s", async (_name, send) => {
  const invitation = await call("POST", "/admin/invitations", { token, body: { role: "AUTHOR" } });
  const grace = {
    code: String(invitation.json.code),
    email: "grace@example.org",
    password: "moths in relays",
    username: "grace",
  };
  expect((await send({ ...grace, password: "1234567" }, { status: 400 })).json.errors).toMatchObject([
    { field: "password" },
  ]);
  expect((await send(grace)).json).toMatchObject({ username: "grace", role: "AUTHOR" });
  expect(
    (await send({ ...grace, username: "other", email: "other@example.org" }, { status: 400 })).json.errors,
  ).toMatchObject([{ field: "code" }]);
});
it.each([operation("Update attachment", "PUT", "/admin/attachments/{attachmentId}")])("%s", async (_name, send) => {
  const [{ id, url } = {}] = (await call("POST", "/admin/attachments", { token, body: aForm() })).list;
  made.attachments = Number(id);
  expect((await send({ id, name: "A name", team: "A team" })).json).toMatchObject({
    id,
    name: "A name",
    team: "A team",
    url,
  });
  expect((await send({ id: Number(id) + 1 }, { status: 400 })).json.errors).toMatchObject([{ field: "id" }]);
});

/** The fields that are missing in a record, or in any record of an array. */
const missing = ({ json, list }: Answer, fields: readonly string[]): string[] =>
  fields.filter((field) => (list.length > 0 ? list : [json]).some((each) => !(field in each)));

const category = {
  name: "Engines",
  description: "d".repeat(100),
  parentId: null,
  password: "sesame",
  priority: -3,
  slug: "engines",
  thumbnail: "/e.png",
};
it.each([operation("Create category", "POST", "/admin/categories")])("%s", async (_name, send) => {
  const answer = await send(category);
  expect(answer.json).toMatchObject(category);
  expect(missing(answer, ["id", "url", "createTime", "postCount", "fullPath"])).toEqual([]);
});
it.each([operation("List categories", "GET", "/admin/categories")])("%s", async (_name, send) => {
  const answer = await send();
  expect([answer.list.length, answer.headers.get("x-total-count")]).toEqual([1, "1"]);
  expect(missing(answer, ["id", ...Object.keys(category), "postCount", "fullPath"])).toEqual([]);
});
it.each([operation("Update category", "PUT", "/admin/categories/{categoryId}")])("%s", async (_name, send) => {
  expect((await send({ name: "Machines", password: null })).json).toMatchObject({
    ...category,
    name: "Machines",
    password: "",
  });
  expect((await send({ name: "Machines", parentId: made.categories }, { status: 400 })).json.errors).toMatchObject([
    { field: "parentId" },
  ]);
});

it.each([operation("Update profile", "PUT", "/admin/profile")])("%s", async (_name, send) => {
  const profile = {
    username: account.username,
    email: account.email,
    nickname: "Countess",
    avatar: "/c.png",
    description: "Thinks.",
  };
  expect((await send(profile)).json).toMatchObject(profile);
  expect((await send({ ...profile, email: "countess@example.org" }, { status: 403 })).json.code).toBe("forbidden");
  const secret = { ...profile, password: "another engine" };
  expect((await send(secret, { status: 403 })).json.code).toBe("forbidden");
  await send(secret, { headers: { "x-current-password": account.password } });
});
it.each([operation("Change password", "PUT", "/admin/profile/password")])("%s", async (_name, send) => {
  await send({ oldPassword: "another engine", newPassword: "difference engine" }, { status: 204 });
  expect(
    (await send({ oldPassword: owner.password, newPassword: "a third one" }, { status: 400 })).json.errors,
  ).toMatchObject([{ field: "oldPassword" }]);
  await send({ oldPassword: "difference engine", newPassword: "1234567" }, { status: 400 });
});
it.each([operation("Set multi-factor (1)", "PUT", "/admin/profile/mfa/generate")])("%s", async (_name, send) => {
  const { json } = await send({ authcode: "000000", mfaKey: null, mfaType: "TFA_TOTP" });
  expect(json).toEqual({
    mfaKey: expect.any(String),
    otpauthUrl: expect.stringMatching(/^otpauth:/),
    qrImage: expect.stringMatching(/^data:image\/svg/),
    mfaType: "TFA_TOTP",
  });
  mfaKey = String(json.mfaKey);
});
it.each([operation("Set multi-factor (2)", "PUT", "/admin/profile/mfa")])("%s", async (_name, send) => {
  await send({ authcode: "12345", mfaKey, mfaType: "TFA_TOTP" }, { status: 400 });
  const right = { authcode: await generate({ secret: mfaKey }), mfaKey, mfaType: "TFA_TOTP" };
  expect((await send(right, { status: 403 })).json.errors).toMatchObject([{ field: "currentPassword" }]);
  const { json } = await send(right, { headers: { "x-current-password": "difference engine" } });
  expect([json.mfaType, (json.recoveryCodes as string[]).length]).toEqual(["TFA_TOTP", 10]);
});

const journal = {
  sourceContent: "It *turned*.",
  content: "<p>It turned, as written.</p>",
  keepRaw: true,
  type: "PUBLIC",
};
const link = {
  name: "Society",
  url: "https://society.example/",
  description: "Papers.",
  logo: "/l.png",
  priority: 7,
  team: "Friends",
};
const option = { key: "motto", type: "CUSTOM", value: "Slowly" };
const photo = {
  name: "Plan",
  thumbnail: "/t.jpg",
  url: "/p.jpg",
  description: "A plan.",
  location: "London",
  takeTime: "1843-09-01T10:00:00.000Z",
  team: "Plans",
};
const draft = {
  title: "Notes",
  content: "<p>Kept.</p>",
  originalContent: "Source.",
  summary: "Short.",
  slug: "notes",
  password: "",
  template: "wide",
  thumbnail: "/n.png",
  status: "PUBLISHED",
  editorType: "MARKDOWN",
  keepRaw: true,
  disallowComment: false,
  createTime: "2024-02-29T12:00:00.000Z",
  topPriority: 1,
  metaDescription: "About.",
  metaKeywords: "a, b",
  metas: [{ key: "source", value: "Memoirs" }],
};
const tag = { name: "looms", slug: "looms", thumbnail: "/t.png", color: "rgb(1, 2, 3)" };

it.each([
  [
    ...operation("Create journal", "POST", "/admin/journals"),
    journal,
    ["id", "likes", "commentCount", "createTime", "author"],
  ],
  [...operation("Create link", "POST", "/admin/links"), link, ["id", "createTime", "updateTime"]],
  [...operation("Create option", "POST", "/admin/options"), option, ["id", "createTime", "updateTime"]],
  [
    ...operation("Create photo", "POST", "/admin/photos"),
    photo,
    ["id", "likes", "width", "height", "createTime", "updateTime"],
  ],
  [...operation("Create tag", "POST", "/admin/tags"), tag, ["id", "url", "createTime", "postCount"]],
] as const)("%s", async (_name, send, sent, added) => {
  const answer = await send(sent);
  expect(answer.json).toMatchObject(sent);
  expect(missing(answer, added)).toEqual([]);
  expect(answer.headers.get("location")).toMatch(new RegExp(`^/api/admin/\\w+/${String(answer.json.id)}$`));
});

it.each([
  [...operation("List links", "GET", "/admin/links"), link],
  [...operation("List options", "GET", "/admin/options"), option],
  [...operation("List photos (1)", "GET", "/admin/photos"), photo],
  [...operation("List photos (2)", "GET", "/admin/photos/latest"), photo],
] as const)("%s", async (_name, send, shape) => {
  const answer = await send();
  expect(answer.list.length).toBeGreaterThan(0);
  expect(missing(answer, ["id", ...Object.keys(shape)])).toEqual([]);
});

it.each([
  [...operation("Update journal", "PUT", "/admin/journals/{id}"), { ...journal, sourceContent: "It stood." }, {}],
  [
    ...operation("Update link", "PUT", "/admin/links/{id}"),
    { name: "Club", url: "http://club.example/" },
    { description: link.description, team: link.team },
  ],
  [
    ...operation("Update option", "PUT", "/admin/options/{optionId}"),
    { key: "motto", type: "INTERNAL", value: "Steadily" },
    {},
  ],
  [...operation("Update photo", "PUT", "/admin/photos/{photoId}"), { ...photo, name: "Detail", takeTime: null }, {}],
  [
    ...operation("Update tag", "PUT", "/admin/tags/{tagId}"),
    { name: "cards", color: "  " },
    { color: "#cfd3d7", slug: tag.slug },
  ],
] as const)("%s", async (_name, send, sent, kept) => {
  expect((await send(sent)).json).toMatchObject({ ...sent, ...kept });
});

/** The three operations on posts or sheets; `own` lists fields that only one of them has. */
function drafts(noun: string, plural: string, idName: string, own: () => Json, strange: Json): void {
  it.each([operation(`Create ${noun}`, "POST", `/admin/${plural}`)])("%s", async (_name, send) => {
    const sent = { ...draft, ...own() };
    const answer = await send(sent);
    expect(answer.json).toMatchObject(sent);
    expect(missing(answer, draftFields)).toEqual([]);
    expect((await send({ ...draft, slug: "other", ...strange }, { status: 400 })).json.code).toBe("invalid");
    expect(
      (await send({ title: "Saved as it was typed", status: "PUBLISHED" }, { path: `/admin/${plural}?autoSave=true` }))
        .json.status,
    ).toBe("DRAFT");
  });
  it.each([operation(`Update ${noun}`, "PUT", `/admin/${plural}/{${idName}}`)])("%s", async (_name, send) => {
    expect(
      (
        await send(
          { title: "Never seen", slug: "never", content: "<p>Typed.</p>" },
          { path: `/admin/${plural}/${made[plural]}?autoSave=true` },
        )
      ).json,
    ).toMatchObject({ slug: "notes", inProgress: true });
    expect((await send({ ...draft, ...own(), title: "More notes" })).json).toMatchObject({
      ...draft,
      ...own(),
      title: "More notes",
      inProgress: false,
    });
    expect((await send({ title: "Late" }, { status: 412, headers: { "if-match": '"1"' } })).json).toMatchObject({
      code: "stale",
      current: { id: made[plural] },
    });
  });
  it.each([operation(`Update ${noun} content`, "PUT", `/admin/${plural}/{${idName}}/content`)])(
    "%s",
    async (_name, send) => {
      expect((await send({ content: "<p>Next.</p>", originalContent: "Next.", keepRaw: true })).json).toMatchObject({
        originalContent: "Next.",
        inProgress: true,
      });
      expect((await call("GET", `/content/${plural}/${made[plural]}`)).json.content).toBe(draft.content);
    },
  );
}
drafts("post", "posts", "postId", () => ({ categoryIds: [made.categories], tagIds: [made.tags] }), {
  tagIds: [made.tags, made.tags],
});
drafts("sheet", "sheets", "sheetId", () => ({}), { tagIds: [] });

const comment = {
  author: "Charles",
  content: "Where *from*?",
  email: "charles@example.org",
  authorUrl: "https://charles.example/",
  allowNotification: true,
  parentId: null,
};
for (const [i, plural] of ["posts", "sheets", "journals"].entries()) {
  it.each([operation(`Create comment (${i + 1})`, "POST", `/content/${plural}/comments`)])(
    "%s",
    async (_name, send) => {
      const { email, ...told } = comment;
      const { json, text } = await send({ ...comment, postId: made[plural] });
      expect(json).toMatchObject({ ...told, postId: made[plural], status: "AUDITING", isAdmin: false });
      expect(Object.keys(json)).toEqual(expect.arrayContaining(commentFields));
      expect(text).not.toContain(email);
      await send({ ...comment, postId: 999 }, { status: 404 });
    },
  );
  it.each([operation(`Create comment (${i + 4})`, "POST", `/admin/${plural}/comments`)])("%s", async (_name, send) => {
    const { json } = await send({ author: "Somebody", content: "From the **loom**.", postId: made[plural] });
    expect(json).toMatchObject({ author: "Countess", email: account.email, status: "PUBLISHED", isAdmin: true });
    expect(Object.keys(json)).toEqual(expect.arrayContaining([...commentFields, "ipAddress", "userAgent"]));
  });
  it.each([operation(`Update comment (${i + 1})`, "PUT", `/admin/${plural}/comments/{commentId}`)])(
    "%s",
    async (_name, send) => {
      const [{ id } = {}] = (await call("GET", `/admin/${plural}/comments?status=AUDITING`, { token })).list;
      made.comments = Number(id);
      expect((await send({ ...comment, content: "Where to?", postId: made[plural] })).json).toMatchObject({
        ...comment,
        id,
        content: "Where to?",
      });
      const other = plural === "posts" ? "sheets" : "posts";
      await send(comment, { status: 404, path: `/admin/${other}/comments/${String(id)}` });
    },
  );
}

it("the operations are 41, each a line of the route table", () => {
  const table = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  expect([new Set(lines).size, lines.filter((line) => !table.has(line))]).toEqual([41, []]);
});

it("the table reads in the specification's order", () => {
  const order = [
    "login",
    "registration",
    "attachments",
    "categories",
    "users",
    "profile",
    "comments",
    "journals",
    "links",
    "options",
    "photos",
    "posts",
    "sheets",
    "tags",
  ];
  const subjects = routes
    .filter(({ path }) => path.startsWith("/admin/"))
    .map(({ path }) => (path.includes("/comments") ? "comments" : (path.split("/")[2] ?? "")));
  expect([...new Set(subjects)].filter((subject) => order.includes(subject))).toEqual(order);
});
