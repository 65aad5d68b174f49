// What a site holds, told so that two that went the same way are the same, and where two part.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "../../db/sqlite-driver.mjs";

/** Milliseconds; whatever came into being later is of this run. */
const BEGAN = Date.now();

/** Tables that say when and how often something was done, and those that SQLite keeps for its search index. */
const untold = /^(events|jobs|search_progress|sqlite_.*|__drizzle.*|.*_(data|idx|docsize|config|content))$/;
const untoldColumns = new Set([
  "resumed",
  "cancel_wanted",
  "machine",
  "process_id",
  "process_start",
  "lease_owner",
  "lease_until",
]);

const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}

/**
 * What a site holds: every row of every table, and every file. Moments of this run are all "now", and a file's folder,
 * whose name is made up like its version, is called by its content.
 */
export function contentOf(site) {
  const database = new Sqlite(join(site, "broadsheet.db"), { readonly: true });
  const tables = /** @type {string[]} */ (
    database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
      .pluck()
      .all()
  ).filter((name) => !untold.test(name));
  const attachments = database.prepare("SELECT folder, version, digest FROM attachments").all();
  const tell = (/** @type {string} */ text) => {
    let told = text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (Date.parse(time) >= BEGAN ? "now" : time));
    for (const { folder, version, digest } of attachments)
      told = told
        .replaceAll(folder, digest)
        .replaceAll(`?v=${version}`, "")
        .replaceAll(folder.split("/").at(-1), digest);
    return told;
  };
  /** @type {Record<string, string[]>} */
  const content = {};
  for (const table of tables)
    content[table] = database
      .prepare(`SELECT * FROM "${table}"`)
      .all()
      .map((row) =>
        tell(
          JSON.stringify(row, (key, value) => {
            if (untoldColumns.has(key) || (table === "attachments" && key === "version")) return undefined;
            return typeof value === "number" && value >= BEGAN ? "now" : value;
          }),
        ),
      )
      .sort();
  database.close();
  const uploads = join(site, "uploads");
  const files = filesBelow(uploads);
  const isOf = (file) => attachments.some(({ folder }) => file.startsWith(`${folder}/`));
  content.files = files
    .filter(isOf)
    .map((file) => `${tell(file.replace(/\/[0-9a-z]{10}\//, "/v/"))} ${digestOf(readFileSync(join(uploads, file)))}`)
    .sort();
  // The server's hourly sweep removes these: nothing leads to them.
  return { content, strays: new Set(files.filter((file) => !isOf(file)).map((file) => file.split("/")[2])).size };
}

/** Where two rows part. */
function apart(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const part = (text) => text.slice(Math.max(0, at - 100), at + 150);
  return `\n  expected …${part(a)}\n  found    …${part(b)}`;
}

/** The first difference of each table of two sites, in words; null where there is none. */
export function differenceOf(before, after) {
  const found = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [a, b] = [before[name] ?? [], after[name] ?? []];
    const at = Array.from({ length: Math.max(a.length, b.length) }, (_, i) => i).find((i) => a[i] !== b[i]);
    if (at !== undefined)
      found.push(`${name} has ${b.length} instead of ${a.length}: ${apart(a[at] ?? "", b[at] ?? "")}`);
  }
  return found.length === 0 ? null : found.join("\n");
}
