import sax from "sax";
import { AppError } from "../../../../core/errors";
import { giveWay } from "../../../../core/giving-way";
import { MAX_SOURCE } from "../../../../text/markdown/source";
import type { Decoded } from "./decoding";

/** An element of the file, with a name such as "wp:post_id" whatever its prefix is there. */
export type XmlElement = {
  name: string;
  attributes: Map<string, string>;
  text: string;
  /** Whether the text was longer than any text may be; it was let go, and `text` is empty. */
  isTooLong: boolean;
  children: XmlElement[];
};

/** Characters of all texts in one element of the channel, and its elements. */
const [MOST_TEXT, MOST_ELEMENTS] = [64 * 1024 * 1024, 2_000_000];
/** Deeper elements are none that an export has. */
const MAX_DEPTH = 64;
/** More attributes no export has. The parser compares each with all before it, so few are read before they are counted. */
const [MOST_ATTRIBUTES, PIECE] = [1000, 16 * 1024];

/** The prefix of a namespace in our names; "" where it is none that counts. */
function prefixOf(uri: string, prefix: string): string {
  if (/^https?:\/\/wordpress\.org\/export\/[\d.]+\/excerpt\/?$/.test(uri)) return "excerpt";
  if (/^https?:\/\/wordpress\.org\/export\/[\d.]+\/?$/.test(uri)) return "wp";
  if (uri === "http://purl.org/rss/1.0/modules/content/") return "content";
  if (uri === "http://purl.org/dc/elements/1.1/") return "dc";
  // Old exports use the usual prefixes without declaring them.
  return uri === "" || uri === prefix ? prefix : `{${uri}}`;
}

/** Faults that are read over, as every reader of such files does. */
const harmless =
  /^(?:Unbound namespace prefix|Invalid character entity|Invalid character in entity name|Malformed comment)/;

/** The file is not well-formed from this byte on. */
export class XmlFault extends Error {
  constructor(
    readonly byte: number,
    readonly why: string,
  ) {
    super(why);
  }
}

const refusal = () =>
  new AppError(
    "invalid",
    "The file has a document type or declares entities, which no export has and which could do harm. Nothing was read.",
    { reason: "doctype" },
  );

/** What the parser holds while it reads a declaration. */
type Declaring = { doctype: string; sgmlDecl: string };

/** What it holds of the tag that it reads. */
type InTag = { attribList: unknown[] };

/** Whether a document type or an entity is being declared; a comment and CDATA begin alike. */
const isDeclaring = ({ doctype, sgmlDecl }: Declaring): boolean =>
  doctype !== "" || !["[CDATA[", "DOCTYPE", "-"].some((each) => each.startsWith(sgmlDecl.toUpperCase()));

type Open = XmlElement & { parts: string[]; size: number };

/** Reads a file as a stream, and gives each element of the channel when it has ended. */
export class XmlReader {
  #ready: XmlElement[] = [];
  /** From `rss` down; those below the channel are kept with their content. */
  #open: Open[] = [];
  #text = 0;
  #elements = 0;
  /** What is wrong with the file, and at which character; what follows counts for nothing. */
  #fault: { why: string; position: number } | undefined;
  #isClosed = false;
  readonly #parser = sax.parser(true, { xmlns: true, position: true });

  constructor() {
    const parser = this.#parser;
    parser.onopentag = (tag) => this.#enter(tag as sax.QualifiedTag);
    // oxlint-disable unicorn/prefer-add-event-listener -- this parser has no other way
    parser.onclosetag = () => this.#leave();
    parser.ontext = (text) => this.#add(text);
    parser.oncdata = (text) => this.#add(text);
    parser.ondoctype = () => {
      throw refusal();
    };
    parser.onsgmldeclaration = () => {
      throw refusal();
    };
    parser.onerror = (error) => {
      const message = error.message.split("\n", 1)[0] ?? "";
      if (harmless.test(message)) parser.resume();
      else this.#fail(message);
    };
    // oxlint-enable unicorn/prefer-add-event-listener
  }

  async *read(parts: AsyncIterable<Decoded>): AsyncGenerator<XmlElement> {
    const parser = this.#parser;
    let end = 0;
    for await (const { text, byte, length } of parts) {
      await giveWay();
      const before = parser.position;
      try {
        for (let at = 0; at < text.length; at += PIECE) this.#write(text.slice(at, at + PIECE));
      } catch (error) {
        if (error instanceof AppError) throw error;
        this.#fail(error instanceof Error ? error.message : "");
      }
      // A declaration is refused before its end is read.
      if (isDeclaring(parser as unknown as Declaring)) throw refusal();
      yield* this.#given();
      if (this.#fault)
        throw new XmlFault(byte + Buffer.byteLength(text.slice(0, this.#fault.position - before)), this.#fault.why);
      end = byte + length;
    }
    if (!this.#isClosed) throw new XmlFault(end, "");
  }

  #write(piece: string): void {
    if (this.#fault) return;
    this.#parser.write(piece);
    if ((this.#parser as unknown as InTag).attribList.length > MOST_ATTRIBUTES)
      this.#fail("an element has too many attributes");
  }

  #fail(why: string): void {
    this.#fault ??= { why, position: this.#parser.position };
  }

  *#given(): Generator<XmlElement> {
    const ready = this.#ready;
    this.#ready = [];
    yield* ready;
  }

  #enter(tag: sax.QualifiedTag): void {
    const prefix = prefixOf(tag.uri, tag.prefix);
    const attributes = new Map<string, string>();
    for (const { local, value, uri } of Object.values(tag.attributes)) if (uri === "") attributes.set(local, value);
    const name = prefix === "" ? tag.local : `${prefix}:${tag.local}`;
    const element: Open = { name, attributes, text: "", isTooLong: false, children: [], parts: [], size: 0 };
    if (this.#open.length === 2) [this.#text, this.#elements] = [0, 0];
    this.#elements += 1;
    if (this.#open.length >= MAX_DEPTH) this.#fail("elements are nested too deeply");
    this.#open.push(element);
  }

  #add(text: string): void {
    const element = this.#open.at(-1);
    // Between elements there are only blanks.
    if (!element || this.#open.length < 3 || element.isTooLong) return;
    element.size += text.length;
    this.#text += text.length;
    if (element.size > MAX_SOURCE || this.#text > MOST_TEXT) {
      element.isTooLong = true;
      element.parts = [];
    } else element.parts.push(text);
  }

  #leave(): void {
    const element = this.#open.pop();
    if (this.#open.length === 0) this.#isClosed = true;
    if (!element || this.#open.length < 2) return;
    const { name, attributes, parts, children } = element;
    const isTooLong = element.isTooLong || this.#elements > MOST_ELEMENTS;
    const done: XmlElement = { name, attributes, text: isTooLong ? "" : parts.join(""), isTooLong, children };
    if (this.#open.length === 2) {
      if (!this.#fault) this.#ready.push(done);
    } else if (this.#elements <= MOST_ELEMENTS) this.#open.at(-1)?.children.push(done);
  }
}
