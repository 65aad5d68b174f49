import type { Root } from "hast";
import { fromHtml } from "hast-util-from-html";

/** Parses an HTML fragment. */
export const parseHtml = (fragment: string): Root => fromHtml(fragment, { fragment: true });
