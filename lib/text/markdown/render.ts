import type { Root } from "hast";
import type { Findings } from "../html/findings";
import { drawFormulas } from "../html/formula-drawing";
import { finishFragments, finishHeadings } from "../html/headings";
import { highlight } from "../html/highlight";
import { addressesInTree } from "../html/local-addresses";
import { parseHtml } from "../html/parse-html";
import { parseMarkdown } from "./markdown";
import { isCostlyToRead } from "../html/costly";
import { turnsIn } from "../html/directions";
import { fillSlot } from "../html/picture-slots";
import { collapse, countWords, excerptOf } from "../plain";
import { isKept, sanitizeTree } from "../html/sanitize";
import { makeStill } from "../html/stills";
import { shape } from "../html/shape";
import { assertAddresses, assertLength, MAX_HTML, type Rendered, type Source, tooComplex } from "./source";
import { elementsBelow, writeHtml } from "../html/write-html";

export type { Rendered, Source } from "./source";

const loneSurrogate = /\p{Cs}/gu;

/** The most readings until HTML stays the same; two are nearly always enough. */
const MAX_READINGS = 10;

/**
 * How many elements a text may have with its contents, where those count more that browsers take longer for: a page of
 * as many takes them some seconds.
 */
const MOST_ELEMENTS = 100_000;
const weights: Readonly<Record<string, number>> = {
  details: 20,
  tbody: 8,
  thead: 8,
  tfoot: 8,
  ruby: 4,
  // WebKit takes square time over the items of a list, 40,000 of them 7 s, and over these signs in a paragraph.
  li: 4,
  sup: 3,
  sub: 3,
  q: 2,
};
/**
 * The most turns of the direction of reading, in a block and in a text: browsers take square time over those of a
 * block, 40,000 twenty seconds, and 30 microseconds for each of the others.
 */
const [MOST_TURNS, MOST_TURNS_OF_TEXT] = [5_000, 100_000];
/**
 * The longest word whose letters join, in letters: browsers take square time over it, five seconds over 60,000. None has
 * a hundred, and Thai leaves a space after each phrase.
 */
const LONGEST_JOINED = 2_000;
/** An entry of the contents and its link. */
const OF_CONTENTS = 2;

function assertShowable(tree: Root, entries: number): void {
  let left = MOST_ELEMENTS - entries * OF_CONTENTS;
  for (const { tagName } of elementsBelow(tree)) left -= weights[tagName] ?? 1;
  const turns = turnsIn(tree);
  if (left < 0 || turns.most > MOST_TURNS || turns.all > MOST_TURNS_OF_TEXT || turns.word > LONGEST_JOINED)
    throw tooComplex();
}

/**
 * The editor of rich text opens a source as it was written, on somebody else's screen as well, whether readers get a
 * rendering of it or not.
 */
function assertEditable(tree: Root): void {
  assertShowable(tree, 0);
  if (isCostlyToRead(tree)) throw tooComplex();
}

const write = (tree: Root, isOwners: boolean): string => writeHtml(sanitizeTree(tree, isOwners));

/**
 * Authors' HTML may be nested so that the next parser (the reader's browser) nests it differently. It is written and
 * parsed until it stays the same, so that browsers see what was checked. HTML that never does is refused.
 */
function shapeUntilStable(parsed: Root, fromHtml: boolean, isOwners: boolean): { tree: Root; findings: Findings } {
  let shaped = shape(parsed);
  // A picture beside one that readers do not get stands alone, and looks otherwise.
  if (!fromHtml && !shaped.findings.restructured && shaped.findings.images.every(isKept)) return shaped;
  let before = write(shaped.tree, isOwners);
  for (let n = 1; n < MAX_READINGS; n += 1) {
    shaped = shape(parseHtml(before));
    const after = write(shaped.tree, isOwners);
    if (after === before) return shaped;
    before = after;
  }
  throw tooComplex();
}

/** Puts the words of formulas where their TeX stands in the plain text. */
function sayFormulas({ formulas, text, prose }: Findings, words: ReadonlyMap<string, string>): void {
  for (const { tex, inText, inProse } of formulas) {
    const said = words.get(tex.trim());
    if (said === undefined) continue;
    if (text[inText] === tex) text[inText] = said;
    if (prose[inProse] === tex) prose[inProse] = said;
  }
}

async function renderSource(source: Source): Promise<Rendered> {
  const kept = source.keepRaw ? source.content : undefined;
  const asHtml = kept !== undefined || source.editorType === "RICHTEXT";
  const given = (kept ?? source.originalContent).replace(loneSurrogate, "\uFFFD");
  const parsed = asHtml ? { tree: parseHtml(given), hasHtml: true } : parseMarkdown(given);
  if (source.editorType === "RICHTEXT")
    assertEditable(kept === undefined ? parsed.tree : parseHtml(source.originalContent));
  const isOwners = source.isOwners ?? false;
  const { tree, findings } = shapeUntilStable(parsed.tree, parsed.hasHtml, isOwners);
  const toc = finishHeadings(findings);
  finishFragments(findings);
  for (const image of findings.images) fillSlot(image, source.pictures ?? {});
  if (findings.codes.length > 0) await highlight(findings.codes);
  for (const player of findings.players) makeStill(player);
  const clean = sanitizeTree(tree, isOwners);
  assertShowable(clean, toc.length);
  if (findings.formulas.length > 0) sayFormulas(findings, drawFormulas(clean));
  const text = collapse(findings.text.join(""));
  const html = writeHtml(clean);
  if (html.length > MAX_HTML) throw tooComplex();
  const addresses = addressesInTree(clean);
  assertAddresses(addresses, source.originalContent, html);
  return {
    html,
    toc,
    text,
    excerpt: excerptOf(collapse(findings.prose.join(""))),
    wordCount: countWords(text),
    addresses,
  };
}

/**
 * Renders a text to safe HTML. Pure, but heavy: the server calls `renderContent` of `renderer.ts`, which runs this in a
 * worker with a time limit.
 */
export async function render(source: Source): Promise<Rendered> {
  assertLength(source);
  try {
    return await renderSource(source);
  } catch (error) {
    // Very deep nesting exhausts the stack.
    if (error instanceof RangeError) throw tooComplex();
    throw error;
  }
}
