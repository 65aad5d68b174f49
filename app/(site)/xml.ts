import XmlBuilder from "fast-xml-builder";
import { legalXml } from "../../lib/text/xml";

const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Text as it may stand in XML, in an attribute too. */
export const escapeXml = (text: string): string => legalXml(text).replace(/[&<>"']/g, (sign) => names[sign] ?? sign);

/** What an element holds: a text, or others by their names, several of one name as a list, and its attributes as `@name`; undefined leaves one out. */
export type XmlContent = string | undefined | { readonly [name: string]: XmlContent | readonly XmlContent[] };

const legal = (_name: string, value: unknown): string => legalXml(String(value));
const builder = new XmlBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  suppressEmptyNode: true,
  tagValueProcessor: legal,
  attributeValueProcessor: legal,
});

/** An XML document. Each text is escaped and none is a CDATA section, so that no text can end where it stands. */
export const writeXml = (document: XmlContent & object): string =>
  builder.build({ "?xml": { "@version": "1.0", "@encoding": "utf-8" }, ...document });
