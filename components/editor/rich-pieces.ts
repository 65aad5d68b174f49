import type { NodeViewRendererProps } from "@tiptap/core";
import { playerHost } from "../../lib/text/html/players";

type Pieces = Record<"footnotes" | "player" | "html", string>;

/** What is said of a piece of HTML: its kind, and the words in it. Read as a text, so that nothing of it is run. */
function describe(html: string, pieces: Pieces): { kind: string; words: string } {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const words = body.textContent.replace(/\s+/g, " ").trim();
  const frame = body.querySelector("iframe, a[data-player]");
  const player = frame?.getAttribute("src") ?? frame?.getAttribute("data-player");
  if (frame) return { kind: pieces.player, words: playerHost(player ?? "") ?? words };
  const isFootnote = body.querySelector("[data-footnotes], [data-footnote-ref]") !== null;
  return { kind: isFootnote ? pieces.footnotes : pieces.html, words: words === "" ? html.slice(0, 120) : words };
}

/** Shows HTML that rich text cannot edit as one piece, which can be moved and deleted. */
export const pieceView =
  (pieces: Pieces) =>
  ({ node }: NodeViewRendererProps) => {
    const isBlock = node.type.isBlock;
    const dom = document.createElement(isBlock ? "div" : "span");
    dom.className = isBlock ? "editor-piece" : "editor-piece inline";
    dom.contentEditable = "false";
    const { kind, words } = describe(String(node.attrs.html), pieces);
    if (isBlock) dom.append(Object.assign(document.createElement("span"), { className: "kind", textContent: kind }));
    else dom.title = kind;
    dom.append(Object.assign(document.createElement("span"), { className: "words", textContent: words }));
    return { dom };
  };
