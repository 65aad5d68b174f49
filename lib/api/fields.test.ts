import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Route } from "../doors/endpoint";
import { aForm, call, tokenOf } from "../testing/api";
import { aCategory, aJournal, aPost, aSheet, aTag } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { exampleOf } from "./bodies";
import { namesInPath } from "./parameters";
import { routes } from "./routes";

// Sends every field of every record, reads it back, and clears it with null.

type Json = Record<string, unknown>;
type Property = { anyOf?: Property[]; enum?: unknown[]; type?: string; items?: Property; minimum?: number };

type Exception = { of: RegExp; fields: string[]; why: string };
/** Fields that are answered in another form than they were sent. An unneeded entry fails. */
const otherwise: Exception[] = [
  { of: /^(createUser|updateProfile)$/, fields: ["password"], why: "it is stored as a hash" },
  {
    of: /^create\w+Comment$/,
    fields: ["author", "email", "authorUrl"],
    why: "whoever is signed in comments as who they are",
  },
  { of: /^(create|update)Post$/, fields: ["mailFollowers"], why: "it is done, not stored" },
  { of: /^updateWebhook$/, fields: ["secret"], why: "it is shown once, when the webhook is made" },
];
/** Fields that null does not reset to what a new record has. */
const notCleared: Exception[] = [
  { of: /^update(Post|Sheet|Category|Tag)$/, fields: ["slug"], why: "another is made of the name" },
  { of: /^update(Post|Sheet)$/, fields: ["createTime"], why: "a record keeps its date" },
  { of: /^update(Post|Sheet|Journal)$/, fields: ["content"], why: "it follows from the source of the text" },
  { of: /^updateUser$/, fields: ["suspended"], why: "an account is let back in on purpose only" },
  { of: /^updateUser$/, fields: ["title"], why: "a new account is given one" },
  { of: /^update\w*Comment$/, fields: ["email"], why: "the one made by somebody signed in has theirs" },
  { of: /^updateComment$/, fields: ["parentId"], why: "the one that was made replies to another" },
];

const shapeOf = ({ operation }: Route): Record<string, z.ZodType> =>
  operation.input instanceof z.ZodObject ? operation.input.shape : {};
/** The body of a line. */
const fieldsOf = (route: Route): string[] => {
  // `id` names the record; a new record and a path name it by themselves.
  const beside = [
    ...namesInPath(route),
    ...(route.manner.query ?? []),
    "id",
    "expectedVersion",
    "seen",
    "currentPassword",
  ];
  return Object.keys(shapeOf(route)).filter((name) => !beside.includes(name));
};
const answersRecord = ({ operation, manner }: Route) =>
  operation.output instanceof z.ZodObject && !manner.items && !manner.upload && !manner.raw;

let things = 0;
/** Candidates for a field's value; the first is a word that occurs nowhere else. */
function candidates(schema: z.ZodType, recordId: number): unknown[] {
  const property = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Property;
  const choices = [property, ...(property.anyOf ?? [])];
  const hash = createHash("sha256").update(String((things += 1)));
  const word = hash.digest("hex").slice(0, 20);
  return [
    ...choices.flatMap(({ enum: values = [] }) => values),
    word,
    `${word}@example.org`,
    "https://thing.example/a.png",
    "Europe/Lisbon",
    "rgb(1, 2, 3)",
    "2027-02-28T12:00:00.000Z",
    "2027-03-01T12:00:00.000Z",
    "https://other.example/b.png",
    "tan",
    "de",
    ...choices.flatMap(({ type, minimum = 0 }) => (type === "integer" ? (minimum === 1 ? [recordId] : [7, 8]) : [])),
    true,
    false,
    ...choices.flatMap(({ items }) => (items?.enum ?? []).map((each) => [each])),
    [1],
    [2],
    [{ key: "source", value: "Memoirs" }],
    null,
  ];
}

let token = "";
const password = "analytical engine";

const send = ({ method, path, manner }: Pick<Route, "method" | "path" | "manner">, body?: unknown) =>
  call(method, path, {
    body,
    ...(path.startsWith("/content/") ? { ip: "192.0.2.1" } : { token }),
    headers: manner.currentPassword ? { "x-current-password": password } : {},
  });
const read = async (path: string): Promise<Json> => (await send({ method: "GET", path, manner: {} })).json;

beforeAll(async () => {
  await freshDatabase();
  const account = { username: "ada", nickname: "Ada", email: "ada@example.org", title: "Engines", password };
  const { json } = await call("POST", "/admin/users", { body: account });
  token = await tokenOf(Number(json.id));
  await aPost();
  await aSheet();
  await aJournal();
  await Promise.all([aCategory(), aCategory(), aTag(), aTag()]);
  const options = [{ key: "comment_new_need_check", value: "false" }];
  await call("PUT", "/admin/options/batch", { token, body: options });
  await call("POST", "/admin/attachments", { token, body: aForm() });
});

const inputOf = ({ operation }: Route) =>
  z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as { required?: string[] };
/** The smallest body of a line, from its example. */
const leastOf = (route: Route): Json => {
  const { required = [] } = inputOf(route);
  return Object.fromEntries(Object.entries(exampleOf(route) as Json).filter(([name]) => required.includes(name)));
};

/** A value that differs from the record's; a field that names the record keeps it. */
function another(route: Route, name: string, now: Json, other: Json): unknown {
  const schema = shapeOf(route)[name] as z.ZodType;
  if (name === "postId") return now[name];
  const example = (exampleOf(route) as Json)[name];
  return [...candidates(schema, Number(other.id)), example].find(
    (each) => schema.safeParse(each).success && JSON.stringify(each) !== JSON.stringify(now[name]),
  );
}

const same = (answered: unknown, sent: unknown): boolean =>
  Array.isArray(sent) && Array.isArray(answered)
    ? sent.length === answered.length && sent.every((each, i) => same(answered[i], each))
    : typeof sent === "object" && sent !== null
      ? Object.entries(sent).every(([name, value]) => same((answered as Json | undefined)?.[name], value))
      : answered === sent;

const used = new Set<Exception>();
const isKnown = (exceptions: Exception[], route: Route, name: string) => {
  const entry = exceptions.find(({ of, fields }) => of.test(route.operation.title) && fields.includes(name));
  if (entry) used.add(entry);
  return entry !== undefined;
};

/** Fields that neither the answer nor a later one holds as sent. */
const lost = (route: Route, sent: Json, answers: readonly Json[], names = Object.keys(sent)): string[] =>
  names.flatMap((name) => {
    const told = answers.filter((each) => name in each).map((each) => each[name]);
    const isKept = told.length > 0 && told.every((each) => same(each, sent[name]));
    return isKept || isKnown(otherwise, route, name)
      ? []
      : [`${name}: sent ${JSON.stringify(sent[name])}, answered ${JSON.stringify(told)}`];
  });

type Made = { bare: Json; full: Json; sent: Json; address: string; stored: Json };
const made = new Map<Route, Promise<Made>>();
const makeOnce = (route: Route): Promise<Made> => {
  const there = made.get(route) ?? make(route);
  made.set(route, there);
  return there;
};

/** Makes a record with the fewest fields, and one with all of them. */
async function make(route: Route): Promise<Made> {
  const bare = await send(route, leastOf(route));
  if (bare.status !== 201) throw new Error(bare.text);
  const sent = Object.fromEntries(fieldsOf(route).map((name) => [name, another(route, name, bare.json, bare.json)]));
  const full = await send(route, sent);
  if (full.status !== 201) throw new Error(`${JSON.stringify(sent)} ${full.text}`);
  const address = String(full.headers.get("location")).replace("/api", "");
  return { bare: bare.json, full: full.json, sent, address, stored: await read(address) };
}

/** Lines that make a record, except registration, which needs a code and has its own tests. */
const creating = routes.filter(
  (route) =>
    // What a redirect leads to and its status depend on each other; its own tests send each.
    route.path !== "/admin/redirects" &&
    route.method === "POST" &&
    route.manner.created &&
    answersRecord(route) &&
    route.operation.can !== "sign in",
);
/** Lines whose path can be read and changed. */
const changing = routes.filter(
  (route) =>
    !route.path.startsWith("/admin/redirects/") &&
    route.method === "PUT" &&
    answersRecord(route) &&
    routes.some(({ method, path }) => method === "GET" && path === route.path),
);

/** The record to change: one made with all its fields, or the first one. */
async function madeFor(route: Route): Promise<Pick<Made, "bare" | "full" | "address">> {
  const creator = creating.find(({ path }) => route.path.startsWith(`${path}/{`));
  if (creator) return makeOnce(creator);
  const address = route.path.replace(/\{\w+\}/g, "1");
  const there = await read(address);
  return { bare: there, full: there, address };
}

describe("every field of a new record is stored and answered as it was sent", () => {
  it.each(creating.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", async (_line, route) => {
    const { full, sent, stored } = await makeOnce(route);
    expect(lost(route, sent, [full, ...("code" in stored ? [] : [stored])])).toEqual([]);
  });
});

describe("every field of a change is stored and answered as it was sent, and null clears it", () => {
  it.each(changing.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", async (_line, route) => {
    const { bare, full, address } = await madeFor(route);
    let now: Json = { ...full, ...(await read(address)) };
    const problems: string[] = [];
    for (const name of fieldsOf(route)) {
      const least = Object.fromEntries(Object.keys(leastOf(route)).map((each) => [each, now[each]]));
      const sent = { ...least, [name]: another(route, name, now, bare) };
      const changed = await send({ ...route, path: address }, sent);
      if (changed.status !== 200) problems.push(`${name}: ${changed.text}`);
      else problems.push(...lost(route, sent, [changed.json, await read(address)], [name]));
      now = { ...now, ...(await read(address)) };
      if (!shapeOf(route)[name]?.safeParse(null).success) continue;
      const cleared = await send({ ...route, path: address }, { ...least, [name]: null });
      const after = [cleared.json, await read(address)];
      if (after.some((each) => !same(each[name], bare[name])) && !isKnown(notCleared, route, name))
        problems.push(
          `${name}: null made of it ${JSON.stringify(after.map((each) => each[name]))}, not ${JSON.stringify(bare[name])}`,
        );
      now = { ...now, ...(await read(address)) };
    }
    expect(problems).toEqual([]);
  });
});

/** Fields that say who sees a record: their narrow value, which null must leave alone. */
const whoSees: { line: RegExp; field: string; narrow: string[] }[] = [
  { line: /^update(Post|Sheet)$/, field: "status", narrow: ["DRAFT", "INTIMATE"] },
  { line: /^updateJournal$/, field: "type", narrow: ["INTIMATE"] },
  { line: /^updateOption$/, field: "type", narrow: ["INTERNAL"] },
  { line: /^updateUser$/, field: "role", narrow: ["SUBSCRIBER"] },
];

describe("null shows nothing to more people, and gives nobody more rights", () => {
  const choices = (route: Route, name: string) =>
    (z.toJSONSchema(shapeOf(route)[name] as z.ZodType, { io: "input", unrepresentable: "any" }) as Property).anyOf
      ?.flatMap(({ enum: values = [] }) => values)
      .map(String) ?? [];
  const walked = changing.filter(({ operation }) => whoSees.some(({ line }) => line.test(operation.title)));

  it("in any field that has such a choice", () => {
    const found = changing.flatMap((route) =>
      Object.keys(shapeOf(route))
        .filter((name) =>
          choices(route, name).some((choice) =>
            /^(?:INTIMATE|INTERNAL|DRAFT|SUBSCRIBER|PUBLIC|PUBLISHED)$/.test(choice),
          ),
        )
        .map((name) => `${route.operation.title} ${name}`),
    );
    const known = walked.map(
      ({ operation: { title } }) => `${title} ${whoSees.find(({ line }) => line.test(title))?.field}`,
    );
    expect(found.sort()).toEqual(known.sort());
  });

  it.each(walked.map((route) => [route.operation.title, route] as const))("in %s", async (title, route) => {
    const { field, narrow } = whoSees.find(({ line }) => line.test(title)) as (typeof whoSees)[number];
    const { address } = await madeFor(route);
    const now = await read(address);
    const least = Object.fromEntries(Object.keys(leastOf(route)).map((name) => [name, now[name]]));
    for (const value of narrow) {
      expect((await send({ ...route, path: address }, { ...least, [field]: value })).json[field]).toBe(value);
      expect((await send({ ...route, path: address }, { ...least, [field]: null })).json[field]).toBe(value);
      expect((await read(address))[field]).toBe(value);
    }
  });
});

it("no exception stands here that is not needed", () =>
  expect([...otherwise, ...notCleared].filter((each) => !used.has(each))).toEqual([]));
