import type { Blockquote, Code, Paragraph } from "mdast";

const title = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)'|(\S+))/;
const lines = /\{([\d\s,-]{1,200})\}/;

/**
 * What stands after the language of a code block: ` ```ts title="tide.ts" {2,5-7} ` names the file and marks lines.
 * Returns what takes the block's place.
 */
export function captionCode(code: Code): Code | Blockquote {
  const meta = code.meta ?? "";
  const marked = lines.exec(meta)?.[1]?.replaceAll(/\s/g, "");
  if (marked) code.data = { ...code.data, hProperties: { dataLines: marked } };
  const [, double, single, bare] = title.exec(meta) ?? [];
  const name = (double ?? single ?? bare ?? "").trim();
  if (name === "") return code;
  const caption: Paragraph = {
    type: "paragraph",
    data: { hName: "figcaption" },
    children: [{ type: "text", value: name }],
  };
  return {
    type: "blockquote",
    data: { hName: "figure", hProperties: { className: ["code"] } },
    children: [caption, code],
  };
}
