/** A shortcode's tag in a text, such as `[gallery ids="1,2"]`. */
export type Shortcode = {
  name: string;
  attributes: Map<string, string>;
  /** Attributes without a name, in order. */
  values: string[];
  isClosing: boolean;
  /** Written `[[x]]`: it is to be shown as `[x]`. */
  isEscaped: boolean;
  from: number;
  to: number;
};

const begin = /\[(\[?)(\/?)([A-Za-z][\w-]{0,60})(?=[\s\]/=])/g;
/** The longest tag that is read. */
const MOST = 4000;
/** The most values in quotes. */
const MOST_VALUES = 50;
const part =
  /([\w-]{1,100})\s?=\s?"([^"]*)"|([\w-]{1,100})\s?=\s?'([^']*)'|([\w-]{1,100})=([^\s'"]+)|"([^"]*)"|'([^']*)'|(\S+)/g;

function attributesOf(text: string): Pick<Shortcode, "attributes" | "values"> {
  const attributes = new Map<string, string>();
  const values: string[] = [];
  for (const [, a, av, b, bv, c, cv, v, w, x] of text.matchAll(part)) {
    const name = a ?? b ?? c;
    if (name === undefined) values.push(v ?? w ?? x ?? "");
    else attributes.set(name.toLowerCase(), av ?? bv ?? cv ?? "");
  }
  return { attributes, values };
}

/** Where the tag that begins here ends: at a bracket outside of quotes. */
function endOf(text: string, from: number): number {
  const last = Math.min(text.length, from + MOST);
  let values = 0;
  for (let at = from; at < last; at += 1) {
    const sign = text.charAt(at);
    if (sign === "]") return at;
    if (sign === "[" || sign === "\n") return -1;
    if ((sign === '"' || sign === "'") && text.charAt(at - 1) === "=") {
      if ((values += 1) > MOST_VALUES) return -1;
      const close = text.slice(at + 1, last).indexOf(sign);
      if (close >= 0) at += close + 1;
    }
  }
  return -1;
}

/** The shortcodes in a piece of text, in order. */
export function* shortcodesIn(text: string): Generator<Shortcode> {
  begin.lastIndex = 0;
  let from = 0;
  for (;;) {
    begin.lastIndex = from;
    const found = begin.exec(text);
    if (!found) return;
    const [whole, bracket = "", slash = "", name = ""] = found;
    const start = found.index;
    const end = endOf(text, start + whole.length);
    if (end < 0) {
      from = start + 1;
      continue;
    }
    const isEscaped = bracket !== "" && text.charAt(end + 1) === "]";
    const inner = text.slice(start + whole.length, end).replace(/\/$/, "");
    from = end + (isEscaped ? 2 : 1);
    yield {
      name: name.toLowerCase(),
      ...attributesOf(inner),
      isClosing: slash !== "",
      isEscaped,
      from: bracket !== "" && !isEscaped ? start + 1 : start,
      to: from,
    };
  }
}
