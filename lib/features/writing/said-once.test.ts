import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Lines that may be the same: each kind has lists of its own, which begin and end alike. */
const MOST_ALIKE = 7;

/** The statements of a kind's files, its own name taken out of them. */
const filesOf = (kind: "posts" | "sheets") => {
  const folder = `lib/features/writing/${kind}`;
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => ({
      name: `${kind}/${name}`,
      lines: readFileSync(`${folder}/${name}`, "utf8")
        .replaceAll(/\/\*\*.*?\*\/|^import .*?;$/gms, "")
        .replaceAll(/post|sheet/gi, "record")
        .split("\n")
        .map((line) => line.trim())
        // A line that only gives a name to something is how a kind is described.
        .filter((line) => line !== "" && !line.startsWith("//") && !/^\w+(: [\w." ]+)?,$/.test(line)),
    }));
};

/** The longest run of lines that stands in both. */
function alike(some: readonly string[], others: readonly string[]): string[] {
  let longest: string[] = [];
  for (const from of some.keys())
    for (const other of others.keys()) {
      let length = 0;
      while (some[from + length] !== undefined && some[from + length] === others[other + length]) length += 1;
      if (length > longest.length) longest = some.slice(from, from + length);
    }
  return longest;
}

it("what posts and sheets do alike is said once, in the folder of both", () => {
  const twins = filesOf("posts").flatMap((post) =>
    filesOf("sheets").map((sheet) => ({
      files: `${post.name} and ${sheet.name}`,
      lines: alike(post.lines, sheet.lines),
    })),
  );
  expect(twins.filter(({ lines }) => lines.length > MOST_ALIKE)).toEqual([]);
});

it("would see a twin", () => {
  const lines = ["a", "b", "c", "d"];
  expect(alike(lines, ["x", "b", "c", "y"])).toEqual(["b", "c"]);
});
