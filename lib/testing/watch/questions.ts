import { desc } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../db";
import { attachments, categories, journals, photos, posts, sheets, tags, users } from "../../../db/schema";
import { can, visitor } from "../../core/access";
import type { Operation } from "../../core/operation";
import { exportsWithQueries } from "./modules";

export type Question = { query: Operation; input: unknown };

const isOperation = (value: unknown): value is Operation =>
  typeof value === "function" && "title" in value && "input" in value;

let found: Promise<Operation[]> | undefined;

/** Every query whose answers to strangers are kept. */
const keptQueries = (): Promise<Operation[]> =>
  (found ??= (async () => {
    const exported = (await exportsWithQueries()).filter(isOperation);
    return [...new Set(exported)].filter((operation) => operation.isKept === true && can(visitor, operation.can));
  })());

/** The parts of questions: everything a stranger could name of existing records. */
export type Names = { numbers: Set<number>; words: Set<string>; files: Set<string> };

/** The newest records of each table are asked for: those that a test is about. */
const MOST_RECORDS = 4;

/** The names that this commit adds. A file's address is random, so nobody asks for it before it exists. */
export function namesIn(before: Database, after: Database): Names {
  const names: Names = { numbers: new Set(), words: new Set(), files: new Set() };
  for (const db of [before, after]) {
    for (const table of [posts, sheets, categories, tags])
      for (const { id, slug } of db
        .select({ id: table.id, slug: table.slug })
        .from(table)
        .orderBy(desc(table.id))
        .limit(MOST_RECORDS)
        .all()) {
        names.numbers.add(id);
        names.words.add(slug);
      }
    for (const table of [journals, photos])
      for (const { id } of db.select({ id: table.id }).from(table).orderBy(desc(table.id)).limit(MOST_RECORDS).all())
        names.numbers.add(id);
    for (const { username } of db
      .select({ username: users.username })
      .from(users)
      .orderBy(desc(users.id))
      .limit(2)
      .all())
      names.words.add(username);
  }
  const { folder, fileName } = attachments;
  for (const file of before
    .select({ folder, fileName })
    .from(attachments)
    .orderBy(desc(attachments.id))
    .limit(2)
    .all()) {
    names.files.add(`/uploads/${file.folder}/${file.fileName}`);
    names.words.add(file.folder).add(file.fileName);
  }
  return names;
}

type Field = { type?: string; enum?: unknown[]; anyOf?: Field[]; items?: Field };

function valuesOf(field: Field, names: Names): unknown[] {
  if (field.anyOf) return field.anyOf.flatMap((each) => valuesOf(each, names));
  if (field.enum) return field.enum;
  if (field.type === "boolean") return [true];
  if (field.type === "integer" || field.type === "number") return [...names.numbers];
  if (field.type === "string") return [...names.words];
  if (field.type !== "array" || !field.items) return [];
  if (field.items.type === "string" && !field.items.enum) return [[...names.files]];
  return valuesOf(field.items, names).map((value) => [value]);
}

type Shape = { properties: Record<string, Field>; required: string[] };
const shapes = new Map<Operation, Shape>();

function shapeOf(query: Operation): Shape {
  const known = shapes.get(query);
  if (known) return known;
  const made = z.toJSONSchema(query.input, { io: "input", unrepresentable: "any" }) as Partial<Shape>;
  const shape = { properties: made.properties ?? {}, required: made.required ?? [] };
  shapes.set(query, shape);
  return shape;
}

/** More ways to fill the required fields than this are not all tried. */
const MOST_WAYS = 40;

/** Every way to fill these fields; where that is many, each field in each of its ways beside the others' first. */
function waysToFill(fields: [string, unknown[]][]): Record<string, unknown>[] {
  const ways = fields.reduce((count, [, values]) => count * values.length, 1);
  if (ways === 0) return [];
  const first = Object.fromEntries(fields.map(([name, values]) => [name, values[0]]));
  if (ways > MOST_WAYS) return fields.flatMap(([name, values]) => values.map((value) => ({ ...first, [name]: value })));
  return fields.reduce<Record<string, unknown>[]>(
    (made, [name, values]) => made.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

function inputsOf(query: Operation, names: Names): unknown[] {
  const { properties, required } = shapeOf(query);
  const bare = waysToFill(required.map((name) => [name, valuesOf(properties[name] ?? {}, names)]));
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const [first] = bare;
  const filtered = optional.flatMap((name) =>
    first ? valuesOf(properties[name] ?? {}, names).map((value) => ({ ...first, [name]: value })) : [],
  );
  return [...bare, ...filtered].filter((input) => query.input.safeParse(input).success);
}

/** The questions of strangers: each public query with the existing names, and with each of its filters alone. */
export async function questionsAbout(names: Names): Promise<Question[]> {
  return (await keptQueries()).flatMap((query) => inputsOf(query, names).map((input) => ({ query, input })));
}
