import { collapse } from "../../../../text/plain";
import { parser } from "../../../../text/markdown/parser";

/** The longest summary that is made of a text's beginning, in code points. */
const MAX_EXCERPT = 500;

/** The words of a text before a mark; undefined where it has none, or nothing before it. */
export function excerptBefore(body: string, mark: string): string | undefined {
  const at = /^<!-- *more *-->$/i.test(mark) ? body.search(/<!-- *more *-->/i) : body.indexOf(mark);
  if (at <= 0) return undefined;
  const words = parser
    .parse(body.slice(0, at), {})
    .map(({ type, children }) =>
      type === "inline"
        ? (children ?? [])
            .map((token) =>
              /^(text|code_inline)/.test(token.type) ? token.content : / ?break$/.test(token.type) ? " " : "",
            )
            .join("")
        : "",
    )
    .join(" ");
  const points = Array.from(collapse(words));
  if (points.length === 0) return undefined;
  return points.length <= MAX_EXCERPT
    ? points.join("")
    : `${points
        .slice(0, MAX_EXCERPT - 1)
        .join("")
        .trimEnd()}…`;
}
