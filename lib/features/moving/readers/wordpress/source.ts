import type { ForeignRecord, SourceKey, Unread } from "../../records";
import { type MediaFinder, type OpenSource, type ReadingChoices, SourceEnd } from "../../reading";
import { hostOf } from "../old-address";
import { TextTooLong } from "./blocks";
import { commentsOf, whyLeft } from "./comments";
import { Decoder } from "./decoding";
import { Item, kindOf } from "./item";
import type { Part } from "./parts";
import { isEmptyDraft, type Survey } from "./survey";
import { textOf } from "./texts";
import { type XmlElement, XmlFault, XmlReader } from "./xml-elements";

const tooLong = "Its text is longer than 2 MiB, which is the most that a text may have.";

/** An opened export. `survey` is what the first way through it found. */
export class WordPressSource implements OpenSource {
  readonly kind = "wordpress";

  constructor(
    readonly parts: readonly Part[],
    readonly media: MediaFinder | null,
    private readonly closeParts: () => void,
    readonly survey: Survey,
    readonly choices: ReadingChoices,
    /** Control characters that the first way through the file removed. */
    private readonly removed: number,
  ) {}

  get site(): string | null {
    return this.survey.site;
  }

  get hosts(): OpenSource["hosts"] {
    const host = this.site === null ? null : hostOf(this.site);
    const name = /^([\w-]+)\.wordpress\.com$/.exec(host ?? "")?.[1];
    return { site: host === null ? [] : [host], files: name === undefined ? [] : [`${name}.files.wordpress.com`] };
  }

  get version(): string | null {
    return this.survey.version;
  }

  get exportTime(): Date | null {
    return this.survey.exportTime;
  }

  get total(): number {
    return this.survey.total;
  }

  async *records(): AsyncGenerator<ForeignRecord | Unread> {
    let warning = this.removed > 0 ? `${this.removed} control characters were removed from the file.` : null;
    for await (const record of this.#records()) {
      // One warning for the whole file, at the first text.
      if (warning !== null && (record.kind === "post" || record.kind === "sheet")) {
        record.warnings.push(warning);
        warning = null;
      }
      yield record;
    }
  }

  async *#records(): AsyncGenerator<ForeignRecord | Unread> {
    const { survey } = this;
    yield* survey.users.records(survey.base);
    yield* survey.categories.categories(survey.base);
    yield* survey.tags.tags(survey.base);
    yield* survey.attachments.records(survey.base);
    const titles = new Map<string, string>();
    yield* this.#texts(titles);
    yield* survey.menus.records({
      textOf: (id) => {
        const kind = survey.texts.get(id);
        return kind && { kind, source: id };
      },
      titleOf: (id) => titles.get(id) ?? "",
      isHidden: (id) => survey.hiddenTexts.has(id),
      termOf: (taxonomy, number) => {
        const [kind, terms] =
          taxonomy === "category" ? (["category", survey.categories] as const) : (["tag", survey.tags] as const);
        const source = terms.keyOf(number);
        return source === undefined ? undefined : { kind, source, name: terms.nameOf(source) };
      },
    });
    yield* this.#options();
  }

  *#options(): Generator<ForeignRecord> {
    const { title, description } = this.survey;
    const common = { kind: "option" as const, warnings: [], oldAddresses: [] };
    if (title !== "") yield { ...common, source: "title", option: "site_title", value: title };
    if (description !== "") yield { ...common, source: "description", option: "site_description", value: description };
  }

  async *#texts(titles: Map<string, string>): AsyncGenerator<ForeignRecord | Unread> {
    const wanted = this.survey.menus.titlesWanted();
    const seen = { texts: new Set<string>(), comments: new Set<string>() };
    const now = Date.now();
    let number = 0;
    let last: SourceKey | null = null;
    let end: SourceEnd | undefined;
    for (const part of this.parts)
      try {
        for await (const element of elementsOf(part)) {
          if (element.name !== "item") continue;
          const item = new Item(element, (number += 1));
          const kind = kindOf(item, this.choices);
          if (kind !== "post" && kind !== "sheet") {
            seen.texts.add(item.id);
            continue;
          }
          const records = this.#textAndComments(item, kind, seen, now);
          if (wanted.has(item.id) && records[0] && "title" in records[0]) titles.set(item.id, records[0].title);
          yield* records;
          last = { kind, source: item.id };
        }
      } catch (error) {
        if (!(error instanceof XmlFault)) throw error;
        // What other parts hold is whole.
        end ??= new SourceEnd(error.byte, last, faultOf(error, part, this.parts.length));
      }
    if (end) throw end;
  }

  #textAndComments(
    item: Item,
    kind: "post" | "sheet",
    seen: { texts: Set<string>; comments: Set<string> },
    now: number,
  ): (ForeignRecord | Unread)[] {
    const { survey, choices } = this;
    const { id } = item;
    const unread = { kind, source: id, title: item.field("title").slice(0, 200), warnings: [] };
    const isAgain = seen.texts.has(id);
    seen.texts.add(id);
    if (isAgain) {
      const failed = `The file has two records with the number ${id}; this is the second.`;
      return [{ ...unread, source: `${id} (again)`, failed }];
    }
    if (item.isTooLong) return [{ ...unread, failed: tooLong }];
    if (isEmptyDraft(item)) return [{ ...unread, skipped: "It is an empty draft that WordPress made by itself." }];
    try {
      const text = textOf(item, kind, survey, choices.as, now);
      const comments = commentsOf(
        item.comments.filter((comment) => whyLeft(comment, choices) === null),
        {
          target: { kind, source: id },
          userOf: (user) => survey.users.withNumber(user),
          localTime: (local) => survey.offsets.instantOf(local),
          seen: seen.comments,
        },
      );
      return [text, ...comments];
    } catch (error) {
      if (!(error instanceof TextTooLong) && !(error instanceof RangeError)) throw error;
      const failed = error instanceof TextTooLong ? tooLong : "Its HTML is nested too deeply to be read.";
      const given = item.comments.filter((comment) => whyLeft(comment, choices) === null).length;
      survey.left.add("comments of texts that were not taken over", "comment", "their text is not there", given);
      return [{ ...unread, failed }];
    }
  }

  left(): ReturnType<OpenSource["left"]> {
    return this.survey.left.list();
  }

  suggestions(): ReturnType<OpenSource["suggestions"]> {
    return this.survey.permalinks.suggestions();
  }

  async close(): Promise<void> {
    await this.survey.reusable.close();
    await this.media?.close();
    this.closeParts();
  }
}

const faultOf = ({ why }: XmlFault, { name }: Part, count: number): string =>
  [count > 1 ? `In ${name}.` : "", why === "" ? "" : `It cannot be read further: ${why}.`].filter(Boolean).join(" ");

/** The elements of a part's channel. */
export async function* elementsOf(part: Part, decoder = new Decoder()): AsyncGenerator<XmlElement> {
  yield* new XmlReader().read(decoder.read(await part.open()));
}
