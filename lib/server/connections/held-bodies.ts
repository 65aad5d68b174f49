type Held = { network: string; bytes: number; refuse: () => void };
type Holder = { all: Set<Held>; bytes: number };

/** Counts the bytes of one body. */
export type Holding = { add: (bytes: number) => void; end: () => void };

/**
 * Bounds the bytes of bodies that have not come to their ends: at the limit, the network that holds the most loses its
 * largest one. Whoever has thousands of connections would have as many of the longest bodies waiting.
 */
export class HeldBodies {
  /** The networks that hold any: thousands of bodies may come in a second that are too much, each of them looked for. */
  readonly #holders = new Map<string, Holder>();
  #bytes = 0;

  constructor(private readonly most: number) {}

  /** The bytes that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Begins to count a body. `refuse` is called where it loses its place. */
  begin(network: string, refuse: () => void): Holding {
    const one: Held = { network, bytes: 0, refuse };
    const holder = this.#holders.get(network) ?? { all: new Set(), bytes: 0 };
    holder.all.add(one);
    this.#holders.set(network, holder);
    return {
      add: (bytes) => {
        if (!holder.all.has(one)) return;
        one.bytes += bytes;
        holder.bytes += bytes;
        this.#bytes += bytes;
        while (this.#bytes > this.most) this.#drop();
      },
      end: () => this.#end(one),
    };
  }

  #end(one: Held): void {
    const holder = this.#holders.get(one.network);
    if (!holder?.all.delete(one)) return;
    holder.bytes -= one.bytes;
    this.#bytes -= one.bytes;
    if (holder.all.size === 0) this.#holders.delete(one.network);
  }

  #drop(): void {
    let greediest: Holder | undefined;
    for (const holder of this.#holders.values()) if (holder.bytes > (greediest?.bytes ?? 0)) greediest = holder;
    let largest: Held | undefined;
    for (const one of greediest?.all ?? []) if (one.bytes > (largest?.bytes ?? 0)) largest = one;
    if (!largest) return;
    this.#end(largest);
    largest.refuse();
  }
}
