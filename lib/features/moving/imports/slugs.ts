import { AppError } from "../../../core/errors";
import type { Context } from "../../../core/operation";
import { decodedAddress } from "../../../text/address-parts";
import { makeSlug } from "../../../text/slug";
import type { TextRecord } from "../records";
import type { Run } from "./run";
import { textsOf } from "./text-tables";

/** The slug that a text asks for. */
export function wantedSlug(record: TextRecord, title: string): string {
  return makeSlug(decodedAddress(record.slug)) || makeSlug(title) || record.kind;
}

/** Gives texts their slugs. */
export class Slugs {
  /** Which record of the source has an address, for the second of two. */
  readonly #slugs = new Map<string, string>();

  constructor(private readonly run: Run) {}

  /** Notes the address that a record of an earlier run has. */
  note(key: string, source: string): void {
    this.#slugs.set(key, source);
  }

  /** The address of a text; another one's gets a number, and of a Markdown file a refusal, as its author can rename it. */
  async slugFor({ db }: Context, record: TextRecord, wanted: string, warnings: string[], id = 0): Promise<string> {
    const { dryRun, kind } = this.run.facts;
    const texts = textsOf[record.kind];
    const key = `${record.kind} ${wanted}`;
    const twin = this.#slugs.get(key);
    const claimed = (slug: string) => dryRun && this.run.claimed.has(`${record.kind} ${slug}`);
    const isStrict = kind === "markdown" && record.slug !== "" && record.slugFrom !== "title";
    if (isStrict && twin !== undefined && twin !== record.source)
      throw new AppError(
        "conflict",
        `its address "${wanted}" is that of ${twin.slice(twin.indexOf("/") + 1)} already; give one of the two a slug of its own`,
        { reason: "exists" },
      );
    if (isStrict) {
      const other = await texts.atSlug(db, wanted);
      if (other && other.id !== id)
        throw new AppError(
          "conflict",
          `its address "${wanted}" belongs to the ${record.kind} "${other.title}" already; give the file a slug of its own`,
          { reason: "exists" },
        );
    }
    const slug = await texts.freeSlugFrom(db, wanted, claimed, id);
    this.run.claimed.add(`${record.kind} ${slug}`);
    if (!this.#slugs.has(key)) this.#slugs.set(key, record.source);
    if (slug !== wanted && record.slug !== "" && record.slugFrom !== "title")
      warnings.push(`the address "${wanted}" is taken here; it has "${slug}"`);
    return slug;
  }
}
