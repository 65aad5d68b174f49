// Makes the programs of a build smaller in memory. Plain JavaScript, since the build runs before anything is bundled.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The names of the programs in a folder; links to others among them are left out. @param {string} folder */
const programsIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith(".js") ? [entry.name] : [],
  );

/** The last line of a file, which names its source map after itself. */
const OWN_NAME = /\n\/\/# sourceMappingURL=\S+\s*$/;

/**
 * Replaces programs that are equal, apart from the name of their source map, by links to the first of them: Node then
 * loads it once. The bundler writes the same program for each of the dashboard's addresses without a page.
 * @param {string} folder @returns {number} the bytes that are not loaded again
 */
export function shareEqualChunks(folder) {
  const first = new Map();
  let bytes = 0;
  for (const name of programsIn(folder)) {
    const file = join(folder, name);
    const text = readFileSync(file, "utf8").replace(OWN_NAME, "");
    const hash = createHash("sha256").update(text).digest("hex");
    const same = first.get(hash);
    if (same === undefined) {
      first.set(hash, name);
      continue;
    }
    rmSync(file);
    symlinkSync(same, file);
    bytes += text.length;
  }
  return bytes;
}

/**
 * The same program with characters beyond Latin-1 as escapes: V8 keeps a text with one of them in two bytes for each
 * character. Outside of comments they stand in literals, where a backslash before one of them means nothing by itself.
 * @param {string} program
 */
export const inOneByte = (program) =>
  program.replace(/(\\*)([^\0-\xff])/g, (_, /** @type {string} */ slashes, /** @type {string} */ character) => {
    const kept = slashes.slice(slashes.length % 2);
    return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });

/** Writes each program of a folder so. @param {string} folder */
export function keepInOneByte(folder) {
  for (const name of programsIn(folder)) {
    const file = join(folder, name);
    const text = readFileSync(file, "utf8");
    const made = inOneByte(text);
    if (made !== text) writeFileSync(file, made);
  }
}
