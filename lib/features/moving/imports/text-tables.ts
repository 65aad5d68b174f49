import { type ImportedText, importingOf } from "../../writing/importing";
import { post } from "../../writing/posts/description";
import { sheet } from "../../writing/sheets/description";

/** What stores the texts of each kind. */
export const textsOf = { post: importingOf(post), sheet: importingOf(sheet) };

/** A text as it is stored, with what is to be said of it. */
export type Made = {
  whole: ImportedText;
  hash: string;
  given: Record<string, unknown>;
  said: string[];
  noted: { kind: string; source: string; title: string; isWhole: boolean; hasLinks: boolean };
  words: Awaited<ReturnType<(typeof textsOf)["post"]["wordsFor"]>>;
  /** Whether it would be protected less here than at the source. */
  isOpened: boolean;
};
