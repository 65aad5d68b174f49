// Writes `db/schema/index.ts`, which names every file of `db/schema` that makes tables. `npm run db:generate` runs it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("schema/", import.meta.url);

const files = readdirSync(folder)
  .filter((name) => /^export const \w+ = table\(/m.test(readFileSync(new URL(name, folder), "utf8")))
  .toSorted();

writeFileSync(
  new URL("index.ts", folder),
  files.map((name) => `export * from "./${name.slice(0, -".ts".length)}";\n`).join(""),
);
