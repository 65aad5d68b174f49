import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import * as schema from "../../db/schema";
import { examples } from "../api/examples";
import { routes } from "../api/routes";
import { foldersIn } from "../text/uploads";
import { system } from "../core/access";
import type { Route } from "../doors/endpoint";
import { createLink } from "../links/mutations";
import { createMenu } from "../menus/mutations";
import { createOption } from "../options/mutations";
import { createPhoto } from "../photos/mutations";
import { stores } from "../renewals/stores";
import { aToken, call, logged } from "../testing/api";
import { aCategory, aJournal, aPost, aSheet, aTag } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";

// Whatever the API lets somebody store: an address of an upload is put into every field of every body.

const posts = schema.posts;
const tables = Object.values(schema).filter((each): each is typeof posts => is(each, Table));
const kindOf = new Map(stores.map(({ name, kind }) => [name, kind]));
const ownerOf: Record<string, string> = { post_metas: "post", sheet_metas: "sheet" };

type Found = { table: string; id: number; column: string; folder: string };

/** Every text of the database that names an upload. */
async function addresses(): Promise<Found[]> {
  const found: Found[] = [];
  for (const table of tables) {
    if (table === (schema.usages as unknown)) continue;
    const name = getTableName(table);
    for (const row of (await stored().select().from(table)) as Record<string, unknown>[])
      for (const [column, value] of Object.entries(row)) {
        const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
        const at =
          ownerOf[name] === undefined ? { id: Number(row.id), column } : { id: Number(row.postId), column: "metas" };
        // Nobody is told what a password holds.
        for (const folder of column === "password" ? [] : foldersIn(text)) found.push({ table: name, ...at, folder });
      }
  }
  return found;
}

const lineOf = (kind: string, id: number, column: string, folder: string) => `${kind} ${id} ${column} ${folder}`;
/** What is noted of records that are still there. */
async function noted(): Promise<string[]> {
  const rows = await stored().select().from(schema.usages);
  const lines: string[] = [];
  for (const row of rows) {
    const table = stores.find(({ kind }) => kind === row.kind)?.table ?? posts;
    const there = (await stored().select({ id: table.id }).from(table)).some(({ id }) => id === row.recordId);
    if (there) lines.push(lineOf(row.kind, row.recordId, row.field, row.folder));
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
  // Both are found by `id`: each is the first of its kind.
  ids.id = String((await aJournal()).id);
  await createLink(system, { name: "Link", url: "https://example.org/" });
});

const pathOf = (route: Route) => route.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? "1");
/** The fields that a shape has beside those of the example. */
const fieldsOf = (schemaOf: unknown): string[] =>
  Object.keys((schemaOf as { shape?: Record<string, unknown> }).shape ?? {});

/** The example with an address in one of its strings, for each of them, and in one more field. */
function* variants(example: unknown, fields: readonly string[]): Generator<unknown> {
  if (typeof example === "string") yield anAddress();
  else if (Array.isArray(example))
    for (const [i, item] of example.entries()) for (const other of variants(item, fields)) yield example.with(i, other);
  else if (typeof example === "object" && example !== null) {
    for (const [name, value] of Object.entries(example))
      for (const other of variants(value, [])) yield { ...another(example), [name]: other };
    for (const name of fields)
      if (!(name in example))
        yield* [
          { ...another(example), [name]: anAddress() },
          { ...another(example), [name]: [{ key: "cover", value: anAddress() }] },
        ];
  }
}

/** The same with other names, as no two records may have the same. */
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
    (route.method === "POST" || route.method === "PUT") &&
    !route.manner.upload &&
    examples[route.operation.title] !== undefined,
);
const stays = (route: Route) =>
  !["logIn", "changePassword", "setMfa", "renewRecoveryCodes", "createPersonalToken"].includes(route.operation.title);
const places = new Set<string>();
const elsewhere = new Set<string>();

describe("an address that is stored", () => {
  it.each(bodied.filter(stays).map((route) => [`${route.method} ${route.path}`, route] as const))(
    "through %s is noted",
    async (_line, route) => {
      const input = route.operation.input as unknown as { shape?: { items?: { element?: unknown } } };
      const fields = route.manner.items ? fieldsOf(input.shape?.items?.element) : fieldsOf(input);
      for (const body of variants(examples[route.operation.title], fields)) {
        const { status } = await call(route.method, pathOf(route), { token, body, headers: { "if-match": "*" } });
        // A mail may be asked for, which this site does not send.
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
    // Earlier texts, what strangers write, what the program writes down and what a webhook is called do not keep a file from being deleted.
    expect(
      [...elsewhere]
        .map((place) => place.split(" ")[0])
        .filter((table) => !/_revisions$|^comments$|^events$|^jobs$|^webhooks$/.test(table ?? "")),
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
