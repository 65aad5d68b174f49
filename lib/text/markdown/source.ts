import { type AppError, invalid } from "../../core/errors";
import type { TocEntry } from "../html/headings";
import type { PictureSlots } from "../html/picture-slots";

/** Longest source of one text, in characters (UTF-16 code units). */
export const MAX_SOURCE = 2 * 1024 * 1024;

/** What an author wrote, as posts, sheets and journals store it. */
export type Source = {
  editorType: "MARKDOWN" | "RICHTEXT";
  originalContent: string;
  /** HTML made elsewhere; shown (sanitised) instead of a rendering if `keepRaw`. */
  content?: string;
  keepRaw: boolean;
  /** What is known of the uploads it names. */
  pictures?: PictureSlots;
};

/** What readers get of it. */
export type Rendered = {
  /** Sanitised: safe to put into a page as it is. */
  html: string;
  /** Headings h1 to h4 in order; `id` as in `html`. */
  toc: TocEntry[];
  /** The plain text, whitespace collapsed. */
  text: string;
  /** The first 150 code points of the paragraphs, with "…" if there is more. */
  excerpt: string;
  wordCount: number;
};

/** The refusal of a text that takes too much time, memory or depth to render. */
export const tooComplex = (): AppError =>
  invalid(
    "originalContent",
    "too_complex",
    "This text is too complex to be rendered. Please shorten it, or nest its parts less deeply.",
  );

/** Refuses a text that is longer than may be rendered. */
export function assertLength({ originalContent, content }: Source): void {
  for (const [field, text] of Object.entries({ originalContent, content: content ?? "" }))
    if (text.length > MAX_SOURCE)
      throw invalid(field, "too_long", `This text is longer than ${MAX_SOURCE} characters.`);
}
