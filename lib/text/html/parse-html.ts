import type { Root } from "hast";
import { fromHtml } from "hast-util-from-html";

/** The tree of an HTML fragment. */
export const parseHtml = (fragment: string): Root => fromHtml(fragment, { fragment: true });
