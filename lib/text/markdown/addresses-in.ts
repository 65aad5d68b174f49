import { relinkedHtml } from "../html/relink-html";
import { relinked } from "./relink";

/** A text with its source, and the HTML that is shown instead, if any. */
export type Body = { editorType: "MARKDOWN" | "RICHTEXT"; originalContent: string; keptHtml: string | null };
/** What an address in a text is of. */
export type AddressKind = "image" | "link";
type Relink = (address: string, kind: AddressKind) => string | undefined;

/** A text with other addresses, in its source and in the HTML that is shown instead; everything else stays as it is. */
export function withAddresses<B extends Body>(body: B, relink: Relink): B {
  const { editorType, originalContent, keptHtml } = body;
  const original =
    editorType === "MARKDOWN" ? relinked(originalContent, relink) : relinkedHtml(originalContent, relink);
  const kept = keptHtml === null ? null : relinkedHtml(keptHtml, relink);
  return original === originalContent && kept === keptHtml
    ? body
    : { ...body, originalContent: original, keptHtml: kept };
}

/** The addresses in a text, each once: of pictures, and of anything else. */
export function addressesIn(body: Body): Map<string, AddressKind> {
  const found = new Map<string, AddressKind>();
  withAddresses(body, (address, kind) => {
    if (kind === "image" || !found.has(address)) found.set(address, kind);
    return undefined;
  });
  return found;
}
