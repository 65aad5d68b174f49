import { convertToMarkdown, showsAllOf } from "../../services/rendering/renderer";
import type { WholeRow } from "./rows";

type Shown = Pick<WholeRow, "title" | "editorType" | "keepRaw" | "originalContent" | "content">;

/**
 * What readers see of a text, below its title: its source where that is Markdown, or where that may say more than is
 * shown, the shown HTML in Markdown.
 */
export async function markdownOf({ title, editorType, keepRaw, originalContent, content }: Shown): Promise<string> {
  const isSource = editorType === "MARKDOWN" && !keepRaw && (await showsAllOf(originalContent, content));
  const text = isSource ? originalContent : await convertToMarkdown(content);
  return `# ${title.replace(/\s+/g, " ")}\n\n${text.trim()}\n`;
}
