import { type AppError, invalid } from "../../core/errors";
import type { TocEntry } from "../html/headings";
import type { PictureSlots } from "../html/picture-slots";
import { foldersIn, placeOf } from "../uploads";

/** The longest source of one text, in characters (UTF-16 code units). */
export const MAX_SOURCE = 2 * 1024 * 1024;

/**
 * The longest HTML of one text, in characters. A text of signs that are escaped has six times its source, and a page
 * with it is taken apart for each reader.
 */
export const MAX_HTML = 2 * MAX_SOURCE;

/** An author's text, as posts, sheets and journals store it. */
export type Source = {
  editorType: "MARKDOWN" | "RICHTEXT";
  originalContent: string;
  /** HTML made elsewhere; shown (sanitised) instead of a rendering if `keepRaw`. */
  content?: string;
  keepRaw: boolean;
  /** Whether `content` is HTML that this program wrote, which may be longer than what it was made of. */
  isWritten?: boolean;
  /** Whether it is the owner's own text of the site, such as that at the foot of its pages. */
  isOwners?: boolean;
  /** Data of the uploads in the text. */
  pictures?: PictureSlots;
};

/** A rendered text. */
export type Rendered = {
  /** Sanitised: safe to put into a page. */
  html: string;
  /** Headings h1 to h4 in order; `id` as in `html`. */
  toc: TocEntry[];
  /** The plain text, with collapsed whitespace. */
  text: string;
  /** The first 150 code points of the paragraphs, with "…" if there is more. */
  excerpt: string;
  wordCount: number;
  /** Addresses in it, each once; those that cannot be of this site are left out. */
  addresses: string[];
};

/** The refusal of a text that needs too much time, memory or depth. */
export const tooComplex = (): AppError =>
  invalid(
    "originalContent",
    "too_complex",
    "This text is too complex to be rendered. Please shorten it, or nest its parts less deeply.",
  );

/**
 * The most addresses of one text that may be of this site. Where each leads is noted while the text is stored, when
 * nobody else writes.
 */
export const MOST_ADDRESSES = 5_000;

/**
 * Refuses a text that leads to too many addresses. Uploads that its source or HTML only names count as well, such as in code:
 * they are noted, too.
 */
export function assertAddresses(addresses: readonly string[], ...texts: string[]): void {
  const uploads = new Set(texts.flatMap(foldersIn));
  const count = addresses.filter((address) => placeOf(address) === null).length + uploads.size;
  if (count > MOST_ADDRESSES)
    throw invalid(
      "originalContent",
      "too_many_links",
      `A text may have at most ${MOST_ADDRESSES} different links and pictures. This one has ${count}.`,
    );
}

/** Refuses a text that is too long to render. */
export function assertLength({ originalContent, content = "", isWritten = false }: Source): void {
  const most = { originalContent: MAX_SOURCE, content: isWritten ? MAX_HTML : MAX_SOURCE };
  for (const [field, text] of Object.entries({ originalContent, content }) as [keyof typeof most, string][])
    if (text.length > most[field])
      throw invalid(field, "too_long", `This text is longer than ${most[field]} characters.`);
}
