/** How often something was done lately under each of many names, in bounded memory: a name is forgotten after one to two spans. */
export class Lately {
  #before = new Map<string, number>();
  #now = new Map<string, number>();
  #since: number;

  /** `most`: the names of one span, which ends early with more. */
  constructor(
    private readonly spanMs: number,
    private readonly most: number,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.#since = clock();
  }

  note(name: string): void {
    this.#goOn();
    this.#now.set(name, (this.#now.get(name) ?? 0) + 1);
  }

  of(name: string): number {
    this.#goOn();
    return (this.#before.get(name) ?? 0) + (this.#now.get(name) ?? 0);
  }

  #goOn(): void {
    const spans = Math.floor((this.clock() - this.#since) / this.spanMs);
    if (spans === 0 && this.#now.size < this.most) return;
    this.#before = spans > 1 ? new Map<string, number>() : this.#now;
    this.#now = new Map();
    this.#since = this.clock();
  }
}
