import { expect, it } from "vitest";
import { costOf } from "./testing/cost";
import { programFiles } from "./testing/sources";

/** Long enough that an expression which tries everything twice takes half a second, and any other one nothing. */
const LENGTH = 20_000;
/** Milliseconds of processor time for one text. */
const MOST = 60;

/** Expressions over what the program itself says, or over texts with a short bound. */
const overShortTexts = new Set([
  // Routes of the build.
  "lib/patches/built-routes.ts",
  "lib/server/warm-up.ts",
  // A password has at most 100 characters.
  "lib/text/password-strength.ts",
]);

/** Where an expression may begin in a line of code. */
const literal =
  /(?:[=(,:?&|!;{}[>\n]\s*|return\s)\/((?:[^/\\[\n*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/([dgimsuvy]*)(?=[\s.,;)\]:}?]|$)/g;

type Found = { where: string; expression: RegExp };

function expressionsIn({ path, code }: { path: string; code: string }): Found[] {
  return [...code.matchAll(literal)].flatMap(([, source = "", flags = ""]) => {
    try {
      const expression = new RegExp(source, flags.replaceAll(/[gy]/g, ""));
      return /[*+}]/.test(source) ? [{ where: `${path}: ${String(expression)}`, expression }] : [];
    } catch {
      // A division, or a part of an address.
      return [];
    }
  });
}

const units = [
  " ",
  "\n",
  "\t",
  "a",
  "0",
  "/",
  "-",
  ".",
  ",",
  "#",
  '"',
  "<",
  "(",
  "[",
  "[\n",
  "{",
  "<a ",
  "a b",
  "=",
  "&",
];

/** The fixed words an expression begins with, so that its repeated parts are reached. */
const beginningOf = ({ source }: RegExp): string =>
  (/^\^?((?:[\w<:" >-]|\\[^\w])*)/.exec(source)?.[1] ?? "").replaceAll("\\", "");

/** Texts that hold a repeated piece, and end in what nothing expects. */
function* textsFor(expression: RegExp): Generator<string> {
  for (const begin of new Set(["", beginningOf(expression)]))
    for (const unit of units) yield `${begin}${unit.repeat(LENGTH / unit.length)}\u0001\n\u0001`;
}

/** The first text over which an expression takes long; undefined where there is none. */
const slowOver = (expression: RegExp): string | undefined =>
  [...textsFor(expression)].find((text) => {
    const begun = performance.now();
    expression.test(text);
    // Only what looks slow is measured well.
    return performance.now() - begun > MOST && costOf(() => expression.test(text)).cost > MOST;
  });

it.each(["/\\/+$/", "/^ *\\[[^\\]]*\\]:/m", "/^---[ \\t]*(\\w*)[ \\t]*\\n/", "/#.*$/"])(
  "%s is found to be slow",
  (code) => {
    const [found] = expressionsIn({ path: "x", code: `x = ${code};` });
    expect(found && slowOver(found.expression)).toBeDefined();
  },
);

it("every expression takes as many steps as its text is long", () => {
  const all = programFiles()
    .filter(({ path }) => path.startsWith("lib/") && !overShortTexts.has(path))
    .flatMap(expressionsIn);
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter(({ expression }) => slowOver(expression) !== undefined).map(({ where }) => where)).toEqual([]);
});
