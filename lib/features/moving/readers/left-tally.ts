import type { RecordKind } from "../records";
import type { LeftOut, Offer } from "../reading";

/** Sorts of things that are named; those beyond are counted together. */
const MOST_NAMED = 1000;

/** Counts what a source holds and this site does not take. */
export class LeftTally {
  readonly #counts = new Map<string, LeftOut>();
  readonly #others: LeftOut = { what: "others", kind: null, count: 0, why: "they are too many to be named" };

  add(what: string, kind: RecordKind | null, why: string, count = 1, offer?: Offer): void {
    if (count === 0) return;
    const key = `${kind} ${what} ${why}`;
    const known = this.#counts.get(key);
    if (known) known.count += count;
    else if (this.#counts.size < MOST_NAMED) this.#counts.set(key, { what, kind, count, why, ...(offer && { offer }) });
    else this.#others.count += count;
  }

  list(): LeftOut[] {
    const named = [...this.#counts.values(), ...(this.#others.count > 0 ? [this.#others] : [])];
    return named.map((each) => ({ ...each }));
  }
}
