import type { LeftOut, RecordKind } from "../records";

/** Counts what a source holds and this site does not take. */
export class LeftTally {
  readonly #counts = new Map<string, LeftOut>();

  add(what: string, kind: RecordKind | null, why: string, count = 1): void {
    if (count === 0) return;
    const key = `${kind} ${what} ${why}`;
    const known = this.#counts.get(key);
    if (known) known.count += count;
    else this.#counts.set(key, { what, kind, count, why });
  }

  list(): LeftOut[] {
    return [...this.#counts.values()].map((each) => ({ ...each }));
  }
}
