import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import * as schema from "../../../db/schema";
import { exampleOf } from "../../api/bodies";
import { routes } from "../../api/routes";
import { parseHtml } from "../../text/html/parse-html";
import { elementsBelow } from "../../text/html/write-html";
import { foldersIn } from "../../text/uploads";
import { system } from "../../core/access";
import type { Route } from "../../doors/endpoint";
import { createLink } from "../links/mutations";
import { createMenu } from "../menus/mutations";
import { createOption } from "../options/mutations";
import { createPhoto } from "../photos/mutations";
import { isHtml, isText } from "../references/records";
import { stores } from "../renewals/stores";
import { aToken, call, logged } from "../../testing/api";
import { aCategory, aJournal, aPost, aSheet, aTag } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";

// Puts an upload's address into every field of every body of the API.

const posts = schema.posts;
const tables = Object.values(schema).filter((each): each is typeof posts => is(each, Table));
const kindOf = new Map(stores.map(({ name, kind }) => [name, kind]));
const ownerOf: Record<string, string> = { post_metas: "post", sheet_metas: "sheet" };

type Found = { table: string; id: number; column: string; folder: string };

/** Every text of the database that names an upload. */
async function addresses(): Promise<Found[]> {
  const found: Found[] = [];
  for (const table of tables) {
    if (table === (schema.references as unknown)) continue;
    const name = getTableName(table);
    for (const row of (await stored().select().from(table)) as Record<string, unknown>[])
      for (const [column, value] of Object.entries(row)) {
        const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
        const at =
          ownerOf[name] === undefined ? { id: Number(row.id), column } : { id: Number(row.postId), column: "metas" };
        // A password's content is not revealed.
        for (const folder of column === "password" ? [] : foldersIn(text)) found.push({ table: name, ...at, folder });
      }
  }
  return found;
}

const lineOf = (kind: string, id: number, column: string, folder: string) => `${kind} ${id} ${column} ${folder}`;
/** The noted references of existing records. */
async function noted(): Promise<string[]> {
  const rows = (await stored().select().from(schema.references)).filter(({ place }) => place === "uploads");
  const lines: string[] = [];
  for (const row of rows) {
    const table = stores.find(({ kind }) => kind === row.kind)?.table ?? posts;
    const there = (await stored().select({ id: table.id }).from(table)).some(({ id }) => id === row.recordId);
    if (there) lines.push(lineOf(row.kind, row.recordId, row.field, row.name));
  }
  return lines.sort();
}
const named = (found: readonly Found[]) =>
  [
    ...new Set(
      found.flatMap(({ table, id, column, folder }) =>
        (kindOf.get(table) ?? ownerOf[table])
          ? [lineOf(kindOf.get(table) ?? ownerOf[table] ?? "", id, column, folder)]
          : [],
      ),
    ),
  ].sort();

let token = "";
let ids: Record<string, string> = {};
let last = 0;
const anAddress = () => `/uploads/2026/11/${String((last += 1)).padStart(16, "0")}/a.jpg`;

beforeAll(async () => {
  await freshDatabase();
  ({ token } = await aToken("ADMIN"));
  const made = {
    postId: await aPost(system),
    sheetId: await aSheet(),
    categoryId: await aCategory(),
    tagId: await aTag(),
    menuId: await createMenu(system, { name: "Menu", url: "/" }),
    photoId: await createPhoto(system, { name: "a", url: "/a", thumbnail: "" }),
    optionId: await createOption(system, { key: "motto", value: "a" }),
  };
  ids = Object.fromEntries(Object.entries(made).map(([name, { id }]) => [name, String(id)]));
  // Both have the id 1, as the first records of their kinds.
  ids.id = String((await aJournal()).id);
  await createLink(system, { name: "Link", url: "https://example.org/" });
});

/** A text contains the address in a link, other fields the address alone. */
const aPostAddress = (field: string) => {
  const address = `/archives/p-${(last += 1)}`;
  return isText(field) ? `[p](${address}) <img src="${address}">` : address;
};

/** The addresses in one column that lead to a post, as a browser finds them. */
function postsIn(column: string, text: string): string[] {
  const addresses = isHtml(column)
    ? [...elementsBelow(parseHtml(text))].flatMap(({ properties }) => [properties.href, properties.src].map(String))
    : isText(column) || column === "password"
      ? []
      : text.split("\n");
  return addresses.flatMap((address) => /^\/archives\/(p-\d+)$/.exec(address)?.[1] ?? []);
}

/** Every text of a record that leads to a post. */
async function postAddresses(): Promise<string[]> {
  const found = new Set<string>();
  for (const table of tables) {
    const name = getTableName(table);
    const kind = kindOf.get(table === (schema.references as unknown) ? "" : name) ?? ownerOf[name];
    if (!kind) continue;
    for (const row of (await stored().select().from(table)) as Record<string, unknown>[])
      for (const [column, value] of Object.entries(row)) {
        const [id, field] = ownerOf[name] === undefined ? [row.id, column] : [row.postId, "metas"];
        if (typeof value === "string")
          for (const slug of postsIn(column, value)) found.add(lineOf(kind, Number(id), field, slug));
      }
  }
  return [...found].sort();
}

async function notedPosts(): Promise<string[]> {
  const rows = (await stored().select().from(schema.references)).filter(({ name }) => /^p-\d+$/.test(name));
  return rows.map(({ kind, recordId, field, name }) => lineOf(kind, recordId, field, name)).sort();
}

const pathOf = (route: Route) => route.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? "1");
/** Fields of a shape that its example does not have. */
const fieldsOf = (schemaOf: unknown): string[] =>
  Object.keys((schemaOf as { shape?: Record<string, unknown> }).shape ?? {});

/** The example with an address in one of its strings, for each string, and for one missing field. */
function* variants(example: unknown, fields: readonly string[], make: (field: string) => string): Generator {
  yield* inside(example, fields, make, "");
}

function* inside(
  example: unknown,
  fields: readonly string[],
  make: (field: string) => string,
  field: string,
): Generator {
  if (typeof example === "string") yield make(field);
  else if (Array.isArray(example))
    for (const [i, item] of example.entries())
      for (const other of inside(item, fields, make, field)) yield example.with(i, other);
  else if (typeof example === "object" && example !== null) {
    for (const [name, value] of Object.entries(example))
      for (const other of inside(value, [], make, name)) yield { ...another(example), [name]: other };
    for (const name of fields)
      if (!(name in example))
        yield* [
          { ...another(example), [name]: make(name) },
          { ...another(example), [name]: [{ key: "cover", value: make("value") }] },
        ];
  }
}

/** The same with other names, since names are unique. */
const another = (example: object): object =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]: [string, unknown]) => [
      name,
      /^(name|username|slug|key)$/.test(name)
        ? `${String(value)}-${(last += 1)}`
        : name === "email"
          ? `a${(last += 1)}@example.org`
          : value,
    ]),
  );

const bodied = routes.filter(
  (route) =>
    (route.method === "POST" || route.method === "PUT") && !route.manner.upload && exampleOf(route) !== undefined,
);
const stays = (route: Route) =>
  !["logIn", "changePassword", "setMfa", "renewRecoveryCodes", "createPersonalToken"].includes(route.operation.title);
const places = new Set<string>();
const elsewhere = new Set<string>();
const slugPlaces = new Set<string>();

describe("an address that is stored", () => {
  it.each(bodied.filter(stays).map((route) => [`${route.method} ${route.path}`, route] as const))(
    "through %s is noted",
    async (_line, route) => {
      const input = route.operation.input as unknown as { shape?: { items?: { element?: unknown } } };
      const fields = route.manner.items ? fieldsOf(input.shape?.items?.element) : fieldsOf(input);
      for (const body of variants(exampleOf(route), fields, anAddress)) {
        const { status } = await call(route.method, pathOf(route), { token, body, headers: { "if-match": "*" } });
        // Asking for mail, which this site does not send, may be refused.
        expect([...Array(500).keys(), 503]).toContain(status);
        if (status >= 400) continue;
        const found = await addresses();
        expect(await noted()).toEqual(named(found));
        for (const { table, column } of found)
          ((kindOf.get(table) ?? ownerOf[table]) ? places : elsewhere).add(`${table} ${column}`);
      }
      expect(logged).toEqual([]);
    },
  );

  it.each(bodied.filter(stays).map((route) => [`${route.method} ${route.path}`, route] as const))(
    "of a post through %s is noted",
    async (_line, route) => {
      const input = route.operation.input as unknown as { shape?: { items?: { element?: unknown } } };
      const fields = route.manner.items ? fieldsOf(input.shape?.items?.element) : fieldsOf(input);
      for (const body of variants(exampleOf(route), fields, aPostAddress)) {
        const { status } = await call(route.method, pathOf(route), { token, body, headers: { "if-match": "*" } });
        if (status >= 400) continue;
        const found = await postAddresses();
        for (const line of found) slugPlaces.add(line.split(" ")[2] ?? "");
        expect(await notedPosts()).toEqual(found);
      }
      expect(logged).toEqual([]);
    },
  );

  it("of a post was found in texts, menus and whatever else holds an address", () =>
    expect([...slugPlaces]).toEqual(
      expect.arrayContaining(["content", "workingContent", "thumbnail", "metas", "url", "logo", "avatar", "value"]),
    ));

  it("was found in every field that may show one, and in no others but what keeps no file", () => {
    expect([...places]).toEqual(
      expect.arrayContaining([
        "posts content",
        "posts originalContent",
        "posts workingContent",
        "posts workingOriginalContent",
        "posts summary",
        "posts thumbnail",
        "post_metas metas",
        "sheets content",
        "sheets thumbnail",
        "sheet_metas metas",
        "journals content",
        "journals sourceContent",
        "categories thumbnail",
        "categories description",
        "tags thumbnail",
        "links logo",
        "photos url",
        "photos thumbnail",
        "menus url",
        "menus icon",
        "users avatar",
        "users description",
        "options value",
      ]),
    );
    // Revisions, strangers' texts, reasons of blocks, logs and webhooks' names do not keep a file from being deleted.
    expect(
      [...elsewhere]
        .map((place) => place.split(" ")[0])
        .filter((table) => !/_revisions$|^comments$|^comment_blocks$|^events$|^jobs$|^webhooks$/.test(table ?? "")),
    ).toEqual([]);
  });
});

it("every table with texts or addresses is known", () => {
  const columns = (table: Table) => Object.keys(getTableColumns(table));
  const withText = tables
    .filter((table) =>
      columns(table).some((name) =>
        ["content", "html", "workingContent", "thumbnail", "avatar", "logo", "url"].includes(name),
      ),
    )
    .map(getTableName);
  expect(withText.filter((name) => !kindOf.has(name))).toEqual(["webhooks"]);
});
