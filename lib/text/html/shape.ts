import type { Element, ElementContent, Root, RootContent } from "hast";
import { playerAddress, tidyAddress } from "./addresses";
import { CodeLines, linkOf } from "./code-lines";
import { boundCosts } from "./costly";
import { type Findings, newFindings } from "./findings";
import {
  allowedTags,
  asCopied,
  classesOf,
  copiedTags,
  droppedTags,
  element as make,
  inlineTags,
  isElement,
  tableParts,
  textBelow,
} from "./elements";
import { pictured } from "./figures";
import { fileBlock } from "./file-blocks";
import { formulaSource, showsFormula, SOURCE } from "./formulas";
import { shapeAlignment, shapeClasses, shapeIdentity, showInCode } from "./identity";
import { ANCHOR } from "./sanitize";
import { thinMarks } from "./marks";
import { insteadOf, MOST_PLAYING, plays } from "./playing";
import { isStill, playerOfStill } from "./stills";
import { fitTable } from "./table-places";
import { arrangeTask } from "./task-lists";
import { elementsBelow } from "./write-html";

/** Elements nested deeper become their text: no article needs more, and the later walks recurse. */
const MAX_DEPTH = 100;

/** The context of a node. */
type Place = {
  depth: number;
  inLink: boolean;
  inTable: boolean;
  inHeading: boolean;
  inScroller: boolean;
  inCode: boolean;
  /** Of the block of code around it. */
  lines: CodeLines | null;
  silent: boolean;
  inProse: boolean;
};

const headingTag = /^h[1-6]$/;
/** Blocks between paragraphs, whose text is not part of an excerpt. */
const besideProse = new Set("h1 h2 h3 h4 h5 h6 table pre ul ol dl figure details".split(" "));
const addressNames = ["href", "src", "poster", "cite"] as const;

/** A player from a host that is not allowed becomes a link, so that nothing the author wrote is lost; in code each does. */
function shapeFrame(frame: Element, inCode: boolean): Element | undefined {
  const address = String(frame.properties.src ?? "");
  const player = inCode ? undefined : playerAddress(address);
  if (player === undefined)
    return /^https?:\/\/./.test(address) ? make("a", { href: address }, [{ type: "text", value: address }]) : undefined;
  frame.properties.src = player;
  frame.properties.title ??= new URL(player).hostname;
  frame.children = [];
  return frame;
}

function shapeFootnotes(section: Element): void {
  const { properties, children } = section;
  if (properties.dataFootnotes === undefined) return;
  properties.className = ["footnotes"];
  properties.dataFootnotes = "";
  // Screen readers name this role in their own language, better than an English heading.
  properties.role = "doc-endnotes";
  section.children = children.filter((child) => !isElement(child, "h2") || child.properties.id !== "footnote-label");
}

function shapeLink(link: Element, findings: Findings): void {
  const { properties } = link;
  // Parsers read "true" as "", so every rendering gives the same.
  if (properties.dataFootnoteRef !== undefined) Object.assign(properties, { role: "doc-noteref", dataFootnoteRef: "" });
  if (properties.dataFootnoteBackref !== undefined)
    Object.assign(properties, { role: "doc-backlink", dataFootnoteBackref: "" });
  if (typeof properties.href === "string" && properties.href.startsWith("#")) findings.fragments.push(link);
  // The server names what it sends: by an author's name, its data would become a page on the reader's disk.
  if (properties.download !== undefined) properties.download = true;
  // Headings get theirs later: the words of any other link would be unseen, and copied with those beside them.
  if (classesOf(link).includes(ANCHOR)) properties.className = classesOf(link).filter((name) => name !== ANCHOR);
}

function shapePre(pre: Element, findings: Findings): void {
  pre.properties.tabIndex = 0;
  const code = pre.children.find((child) => isElement(child, "code"));
  if (isElement(code, "code")) findings.codes.push(code);
}

/** Changes an element before its content is visited. */
function shapeOpening(element: Element, findings: Findings): void {
  const { tagName, properties } = element;
  if (tagName === "ul" && properties.dataType === "taskList") properties.className = ["contains-task-list"];
  if (tagName === "section") shapeFootnotes(element);
  if (tagName === "li") {
    if (properties.dataChecked !== undefined) properties.className = ["task-list-item"];
    if (classesOf(element).includes("task-list-item")) arrangeTask(element);
  }
  if (tagName === "a") shapeLink(element, findings);
  if (tagName === "code" && classesOf(element).includes(SOURCE))
    findings.formulas.push({
      tex: textBelow(element),
      inText: findings.text.length,
      inProse: findings.prose.length,
    });
  if (tagName === "img") {
    properties.loading = "lazy";
    properties.decoding = "async";
    properties.alt ??= "";
    findings.images.push(element);
  }
  shapeAlignment(element);
  shapeIdentity(element, findings);
  shapeClasses(element);
}

/** Whether a player stands in a link. Its still is a link itself, and no link stands in another one. */
function holdsPlayer(link: Element): boolean {
  if (link.tagName !== "a") return false;
  for (const { tagName, properties } of elementsBelow(link))
    if (tagName === "iframe" && playerAddress(String(properties.src ?? "")) !== undefined) return true;
  return false;
}

/** Whether code is read on a line of its own for an element that is not copied with it. */
const breaksCode = ({ tagName }: Element, { lines }: Place): boolean =>
  lines !== null && allowedTags.has(tagName) && !inlineTags.has(tagName) && !hiding.has(tagName);

const staysAsElement = (element: Element, place: Place): boolean =>
  allowedTags.has(element.tagName) &&
  !breaksCode(element, place) &&
  !(element.tagName === "a" && place.inLink) &&
  !(tableParts.has(element.tagName) && !place.inTable) &&
  !(place.inCode && hiding.has(element.tagName)) &&
  !holdsPlayer(element);

/** Elements that hide words, show them in another order than they are copied in, or signs that are not copied. */
const hiding = new Set("audio bdi bdo caption details q rp rt ruby summary tfoot thead video".split(" "));

const isSilent = ({ tagName, properties }: Element): boolean =>
  tagName === "rt" ||
  tagName === "rp" ||
  (tagName === "a" && (properties.dataFootnoteRef ?? properties.dataFootnoteBackref) !== undefined);

const isBesideProse = (element: Element): boolean =>
  besideProse.has(element.tagName) ||
  element.properties.dataFootnotes !== undefined ||
  classesOf(element).includes("admonition-title");

/** An anchor of an earlier rendering; headings get new ones. */
const isOldAnchor = (element: Element, place: Place): boolean =>
  place.inHeading && element.tagName === "a" && classesOf(element).includes(ANCHOR);

function shapeElement(given: Element, place: Place, out: ElementContent[], findings: Findings): void {
  if (showsFormula(given)) {
    const source = formulaSource(given);
    if (source) shapeElement(source, place, out, findings);
    return;
  }
  if (droppedTags.has(given.tagName) || isOldAnchor(given, place)) return;
  if (given.tagName === "input" && given.properties.type !== "checkbox") return;
  for (const name of addressNames) {
    const address = given.properties[name];
    if (typeof address === "string") given.properties[name] = tidyAddress(address);
  }
  const frame = isStill(given) ? playerOfStill(given) : given;
  const element =
    frame.tagName === "iframe"
      ? shapeFrame(frame, place.lines !== null)
      : given.tagName === "img" && place.lines
        ? linkOf(given)
        : given;
  if (!element) return;
  const { tagName } = element;
  const isUnplayed = plays(element) && !place.inCode && (findings.playing += 1) > MOST_PLAYING;
  if (isUnplayed || !fitTable(element, findings)) {
    findings.restructured = true;
    return shapeChildren(isUnplayed ? insteadOf(element) : element.children, place, out, findings);
  }
  if (place.depth >= MAX_DEPTH) {
    element.children = [{ type: "text", value: textBelow(element) }];
    findings.restructured = true;
  }
  const stays = place.depth < MAX_DEPTH && staysAsElement(element, place);
  const border = inlineTags.has(tagName) ? "" : " ";
  const addBorder = () => {
    if (border) for (const pieces of [findings.text, findings.prose]) pieces.push(border);
  };
  addBorder();
  const inside = {
    ...place,
    depth: place.depth + 1,
    silent: place.silent || isSilent(element),
    inProse: place.inProse && !isBesideProse(element),
  };
  if (!stays) {
    findings.restructured = true;
    const lines = breaksCode(element, place) ? place.lines : null;
    if (tagName === "br") lines?.end();
    else lines?.part(tagName);
    shapeChildren(element.children, inside, out, findings);
    lines?.part(tagName);
    addBorder();
    return;
  }
  shapeOpening(element, findings);
  if (place.inCode || copiedTags.has(tagName)) showInCode(element);
  if (tagName === "iframe") findings.players.push(element);
  const isHeading = headingTag.test(tagName);
  inside.inLink ||= tagName === "a";
  inside.inTable ||= tagName === "table";
  inside.inHeading ||= isHeading;
  inside.inCode ||= copiedTags.has(tagName);
  if (tagName === "pre") inside.lines = new CodeLines();
  inside.inScroller = tagName === "div" && classesOf(element).includes("table-scroll");
  const [textStart, proseStart] = [findings.text.length, findings.prose.length];
  const children: ElementContent[] = [];
  shapeChildren(element.children, inside, children, findings);
  element.children = children;
  if (isHeading)
    findings.headings.push({ element, text: findings.text.slice(textStart).join(""), inLink: place.inLink });
  if (tagName === "pre") shapePre(element, findings);
  const isParagraph = tagName === "p" && !place.inCode;
  const shown = isParagraph ? pictured(element) : null;
  if (shown && !place.silent) for (const caption of shown.captions) if (caption) findings.text.push(caption, " ");
  const file = isParagraph && !place.silent ? fileBlock(element, findings.playing < MOST_PLAYING) : null;
  if (file?.tagName === "figure") findings.playing += 1;
  // A file's name is no prose.
  if (file) findings.prose.length = proseStart;
  addBorder();
  if (inside.inScroller) element.properties.tabIndex = 0;
  // A wide table scrolls in its own box, which keyboards must reach.
  if (tagName === "table" && !place.inScroller)
    out.push(make("div", { className: ["table-scroll"], tabIndex: 0 }, [element]));
  else out.push(shown?.element ?? file ?? element);
}

function shapeChildren(
  children: readonly (RootContent | ElementContent)[],
  place: Place,
  out: ElementContent[],
  findings: Findings,
): void {
  for (const child of children) {
    if (child.type === "element") shapeElement(child, place, out, findings);
    else if (child.type === "text") {
      if (place.inCode) child.value = asCopied(child.value);
      if (place.lines) child.value = place.lines.said(child.value);
      if (!place.silent) findings.text.push(child.value);
      if (!place.silent && place.inProse) findings.prose.push(child.value);
      out.push(child);
    }
  }
}

/** The one walk over a text: normalises its elements and collects what later steps need. */
export function shape(tree: Root): { tree: Root; findings: Findings } {
  const findings = newFindings();
  thinMarks(tree);
  const children: ElementContent[] = [];
  const place = {
    depth: 0,
    inLink: false,
    inTable: false,
    inHeading: false,
    inScroller: false,
    inCode: false,
    lines: null,
    silent: false,
    inProse: true,
  };
  shapeChildren(tree.children, place, children, findings);
  const shaped: Root = { type: "root", children };
  boundCosts(shaped);
  return { tree: shaped, findings };
}
