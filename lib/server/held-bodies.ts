import { largestOfGreediest } from "./greediest";

type Held = { network: string; bytes: number; refuse: () => void };

/** Counts the bytes of one body. */
export type Holding = { add: (bytes: number) => void; end: () => void };

/**
 * Bounds the bytes of bodies that have not come to their ends: at the limit, the network that holds the most loses its
 * largest one. Whoever has thousands of connections would have as many of the longest bodies waiting.
 */
export class HeldBodies {
  readonly #held = new Set<Held>();
  #bytes = 0;

  constructor(private readonly most: number) {}

  /** The bytes that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Begins to count a body. `refuse` is called where it loses its place. */
  begin(network: string, refuse: () => void): Holding {
    const one: Held = { network, bytes: 0, refuse };
    this.#held.add(one);
    return {
      add: (bytes) => {
        if (!this.#held.has(one)) return;
        one.bytes += bytes;
        this.#bytes += bytes;
        while (this.#bytes > this.most) this.#drop();
      },
      end: () => this.#end(one),
    };
  }

  #end(one: Held): void {
    if (this.#held.delete(one)) this.#bytes -= one.bytes;
  }

  #drop(): void {
    const dropped = largestOfGreediest(this.#held, {
      networkOf: ({ network }) => network,
      sizeOf: ({ bytes }) => bytes,
    });
    if (!dropped) return;
    this.#end(dropped);
    dropped.refuse();
  }
}
