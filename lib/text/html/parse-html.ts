import type { Root } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import { defaultTreeAdapter, type DefaultTreeAdapterMap, parseFragment, type TreeAdapter } from "parse5";

type Adapter = TreeAdapter<DefaultTreeAdapterMap>;
type Parent = DefaultTreeAdapterMap["parentNode"];

/** Deeper elements make the parser slow and exhaust the stack of whatever walks the tree. */
const MAX_DEPTH = 1200;
/** Elements that a tree may have beyond a few times the tags in its text. */
const [FREE_ELEMENTS, FOR_EACH_TAG] = [100_000, 3];

/** HTML whose tree would be too large or too deep. A parser repeats open formatting, so that 30 KB can make millions of elements. */
export class TreeTooLarge extends RangeError {
  constructor() {
    super("This HTML makes too large or too deep a tree.");
  }
}

function countTags(html: string): number {
  let count = 0;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at + 1)) count += 1;
  return count;
}

/** Signs in the name of an element that hast takes for the begin of a class or an id: no browser knows such an element. */
const SELECTING = /[#.]/;

/** Builds a tree while it is within its bounds. `strange`: gets the elements that hast would take for others. */
function boundedAdapter(mostElements: number, strange: DefaultTreeAdapterMap["element"][]): Adapter {
  const depths = new WeakMap<object, number>();
  let elements = 0;
  const enter = (parent: Parent, child: object) => {
    const depth = (depths.get(parent) ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new TreeTooLarge();
    depths.set(child, depth);
  };
  return {
    ...defaultTreeAdapter,
    createElement: (...given) => {
      if ((elements += 1) > mostElements) throw new TreeTooLarge();
      const element = defaultTreeAdapter.createElement(...given);
      if (SELECTING.test(element.tagName)) strange.push(element);
      return element;
    },
    appendChild: (parent, child) => {
      enter(parent, child);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore: (parent, child, next) => {
      enter(parent, child);
      defaultTreeAdapter.insertBefore(parent, child, next);
    },
  };
}

/** Parses an HTML fragment. Throws `TreeTooLarge` for one that outgrows its text, or has more elements than `most`. */
export function parseHtml(fragment: string, most = Infinity): Root {
  const mostElements = Math.min(most, Math.max(FREE_ELEMENTS, countTags(fragment) * FOR_EACH_TAG));
  const strange: DefaultTreeAdapterMap["element"][] = [];
  const tree = parseFragment(fragment, {
    scriptingEnabled: false,
    treeAdapter: boundedAdapter(mostElements, strange),
  });
  for (const element of strange) element.nodeName = element.tagName = element.tagName.replaceAll(/[#.]/g, "-");
  return fromParse5(tree) as Root;
}

/** The same with at most so many elements; null where its tree would be too large or too deep. */
export function parsedWithin(fragment: string, most: number): Root | null {
  try {
    return parseHtml(fragment, most);
  } catch (error) {
    if (error instanceof TreeTooLarge) return null;
    throw error;
  }
}
