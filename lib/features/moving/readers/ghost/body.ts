import { withAttributes } from "../../../../text/html/html-tokens";
import { MAX_SOURCE } from "../../../../text/markdown/source";
import type { TextRecord, TextStatus } from "../../records";
import type { ReadingChoices } from "../../reading";
import { bodyOf } from "../html/body";
import { resolved, sized } from "./addresses";
import type { CardNotes } from "./cards";
import { hasGated, withoutGated } from "./gates";
import { lexicalHtml, lexicalMarkdown } from "./lexical";
import { mobiledocHtml, mobiledocMarkdown } from "./mobiledoc";
import type { Row } from "./row";
import { withPlainCards } from "./shown-cards";

export type GhostBody = Pick<TextRecord, "editorType" | "originalContent">;

/** The text is longer than any may be. */
export class BodyTooLong extends Error {}

function withAddresses(html: string, site: string): string {
  const whole = html.replaceAll("__GHOST_URL__", site);
  if (!whole.includes("/content/images/size/") && !whole.includes("/content/images/format/")) return whole;
  return withAttributes(whole, ({ value }) =>
    value.includes("/content/images/") ? value.replace(sized, "/content/images/") : undefined,
  );
}

type Read = { html: string } | { markdown: string } | null;

/** The first of the forms that a text has; a form that is only one card of Markdown is that. */
function read(row: Row, notes: CardNotes): Read {
  const [markdown, html, lexical, mobiledoc] = ["markdown", "html", "lexical", "mobiledoc"].map((name) =>
    row.text(name),
  );
  if (markdown) return { markdown };
  const only = (lexical && lexicalMarkdown(lexical, notes)) || (mobiledoc && mobiledocMarkdown(mobiledoc, notes));
  if (only) return { markdown: only };
  if (html && html.trim() !== "") return { html: withPlainCards(notes.cutGated ? cutIn(html, notes) : html, notes) };
  const made = (lexical ? lexicalHtml(lexical, notes) : null) ?? (mobiledoc ? mobiledocHtml(mobiledoc, notes) : null);
  return made === null ? null : { html: made };
}

function cutIn(text: string, notes: CardNotes): string {
  const { text: rest, cut } = withoutGated(text);
  notes.cut += cut;
  return rest;
}

const hasText = (row: Row): boolean =>
  ["html", "lexical", "mobiledoc", "markdown"].some((name) => row.text(name) !== "");

const membersMark = /<!--\s{0,9}members-only\s{0,9}-->/gi;

/**
 * The text of a post as it is stored here. Nothing of what only some readers saw is in it where the post is published.
 */
export function ghostBody(
  row: Row,
  status: TextStatus,
  { site, as }: { site: string; as: ReadingChoices["as"] },
  warnings: string[],
): GhostBody {
  if (["html", "lexical", "mobiledoc", "markdown"].some((name) => row.length(name) > MAX_SOURCE))
    throw new BodyTooLong();
  const notes: CardNotes = { cutGated: status === "PUBLISHED", cut: 0, kept: 0, removed: new Map() };
  const found = read(row, notes);
  if (!found && hasText(row)) warnings.push("Its text is in a form that cannot be read, so it is empty.");
  const source = found && "markdown" in found ? found.markdown : (found?.html ?? "");
  // Cards of HTML and Markdown may hold such marks as well.
  const open = (notes.cutGated ? cutIn(source, notes) : source).replace(membersMark, "");
  if (open.length > MAX_SOURCE) throw new BodyTooLong();
  if (notes.cut > 0) warnings.push(`Parts that not every reader saw were cut out of it: ${notes.cut}.`);
  else if (notes.kept > 0 || (!notes.cutGated && (hasGated(open) || hasGated(row.text("html")))))
    warnings.push("Parts of it were for some readers only; look at it before you publish it.");
  if (notes.removed.size > 0) {
    const named = [...notes.removed].slice(0, 20).map(([name, count]) => `${count} ${name}`);
    warnings.push(`Cards were removed: ${named.join(", ")}.`);
  }
  if (found && "markdown" in found) return { editorType: "MARKDOWN", originalContent: resolved(open, site) };
  return bodyOf(withAddresses(open, site), as, warnings);
}
