import { type Token, Tokenizer } from "parse5";

type Handlers = { tag?: (token: Token.TagToken, isStart: boolean) => void; text?: (characters: string) => void };

/** Reads HTML as a browser does, token by token; the tree is not built. For HTML that the sanitiser has written. */
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

/** One attribute of a tag, as it is read: entities are what they stand for. */
export type ReadAttribute = { tagName: string; name: string; value: string };

/** HTML with other values in some attributes; undefined leaves one, and everything else stays byte for byte. */
export function withAttributes(html: string, replace: (attribute: ReadAttribute) => string | undefined): string {
  const pieces: string[] = [];
  let at = 0;
  readTokens(html, {
    tag: ({ tagName, attrs, location }, isStart) => {
      if (!isStart) return;
      for (const { name, value } of attrs) {
        const place = location?.attrs?.[name];
        const other = place && replace({ tagName, name, value });
        if (other === undefined || place === undefined) continue;
        pieces.push(html.slice(at, place.startOffset), `${name}="${escaped(other)}"`);
        at = place.endOffset;
      }
    },
  });
  return pieces.join("") + html.slice(at);
}

const signs: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escaped = (value: string): string => value.replace(/[&"<>]/g, (sign) => signs[sign] ?? sign);
