import XmlBuilder from "fast-xml-builder";
import { legalXml } from "./xml";

const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Escapes text for XML, also in attributes. */
export const escapeXml = (text: string): string => legalXml(text).replace(/[&<>"']/g, (sign) => names[sign] ?? sign);

/**
 * The content of an element: a text, or child elements by name, several of one name as a list, and attributes as
 * `@name`; undefined leaves one out.
 */
export type XmlContent = string | undefined | { readonly [name: string]: XmlContent | readonly XmlContent[] };

const legal = (_name: string, value: unknown): string => legalXml(String(value));
const builder = new XmlBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  suppressEmptyNode: true,
  tagValueProcessor: legal,
  attributeValueProcessor: legal,
});

/** An XML document. Texts are escaped and never in a CDATA section, so that no text can end its place. */
export const writeXml = (document: XmlContent & object): string =>
  builder.build({ "?xml": { "@version": "1.0", "@encoding": "utf-8" }, ...document });
