import { type Token, Tokenizer } from "parse5";

type Handlers = { tag?: (token: Token.TagToken, isStart: boolean) => void; text?: (characters: string) => void };

/** Reads HTML token by token as a browser does, without building a tree. For HTML that the sanitiser has written. */
export function readTokens(html: string, { tag, text }: Handlers): void {
  const onText = (token: Token.CharacterToken) => text?.(token.chars);
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (token) => tag?.(token, true),
      onEndTag: (token) => tag?.(token, false),
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: nothing,
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
    },
  );
  tokenizer.write(html, true);
}

/** One attribute of a tag: its decoded value, and its place in the text. */
export type ReadAttribute = { tagName: string; name: string; value: string; from: number; to: number };

/** Every attribute of every tag, in order. */
export function attributesIn(html: string): ReadAttribute[] {
  const found: ReadAttribute[] = [];
  readTokens(html, {
    tag: ({ tagName, attrs, location }, isStart) => {
      if (!isStart) return;
      for (const { name, value } of attrs) {
        const place = location?.attrs?.[name];
        if (place) found.push({ tagName, name, value, from: place.startOffset, to: place.endOffset });
      }
    },
  });
  return found;
}

/** Writes an attribute. */
export const writeAttribute = (name: string, value: string): string => `${name}="${escaped(value)}"`;

/** HTML with other values in some attributes; undefined leaves one, and everything else stays byte for byte. */
export function withAttributes(html: string, replace: (attribute: ReadAttribute) => string | undefined): string {
  const pieces: string[] = [];
  let at = 0;
  for (const attribute of attributesIn(html)) {
    const other = replace(attribute);
    if (other === undefined) continue;
    pieces.push(html.slice(at, attribute.from), writeAttribute(attribute.name, other));
    at = attribute.to;
  }
  return pieces.join("") + html.slice(at);
}

// A carriage return that is written as it is would be read as a line feed.
const signs: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;", "\r": "&#xD;" };
const escaped = (value: string): string => value.replace(/[&"<>\r]/g, (sign) => signs[sign] ?? sign);
