import { BoundedEntries } from "./bounded-entries";
import { KeptNames } from "./kept-names";
import { counterName, isRecent } from "./ledger";
import { type Counting, takeTogether, type Taking, tooMany, waitTogether } from "./together";
import { type Network, networksOf, widestNetworkOf } from "./networks";

const [MINUTE_MS, DAY_MS] = [60_000, 24 * 60 * 60_000];
const MOST_NAMES = 20_000;

type Times = { times: number[]; most: number };

/** Where times are found that were counted under a name before, and where new ones are noted. */
type Memory = { recall: (name: string) => unknown; note: (name: string) => void };

const secondsUntil = (time: number, now: number) => Math.max(1, Math.ceil((time - now) / 1000));

/**
 * A number of `things` per minute, or another window, for each name, on this server. A name at its limit is not
 * forgotten before that is over.
 */
export class Rate {
  readonly #entries: BoundedEntries<Times>;

  constructor(
    private readonly things: string,
    readonly most: number,
    private readonly now: () => number = Date.now,
    mostNames = MOST_NAMES,
    private readonly windowMs = MINUTE_MS,
    private readonly memory?: Memory,
  ) {
    this.#entries = new BoundedEntries({
      most: mostNames,
      make: (): Times => ({ times: [], most }),
      isNeeded: (entry) => this.#recent(entry).length >= entry.most,
    });
  }

  /** The number of remembered names. */
  get size(): number {
    return this.#entries.size;
  }

  /** Counts one; returns null, or the seconds to wait. Refused ones are not counted. */
  waitFor(name: string): number | null {
    return this.#wait([{ name, share: 1 }]);
  }

  /** The same for both networks of an address; `count` things at once, all of an allowance at most. */
  waitForNetwork(ip: string | null, count = 1): number | null {
    return this.#wait(networksOf(ip, this.windowMs), Math.min(count, this.most));
  }

  /** Like `waitFor`, refusing with `too_many`. */
  take(name: string): void {
    const retryAfter = this.waitFor(name);
    if (retryAfter !== null) throw tooMany(this.things, retryAfter);
  }

  /** Like `waitForNetwork`, refusing with `too_many`. */
  takeNetwork(ip: string | null, count = 1): void {
    const retryAfter = this.waitForNetwork(ip, count);
    if (retryAfter !== null) throw tooMany(this.things, retryAfter);
  }

  /** Whether there is room for one more, which is not counted. */
  hasRoom(name: string): boolean {
    return this.#fullFor([{ name, share: 1 }]) === null;
  }

  #wait(names: readonly Network[], count = 1): number | null {
    const seconds = this.#fullFor(names, count);
    if (seconds !== null) return seconds;
    const now = this.now();
    for (const { name, share } of names) {
      const entry = this.#entries.open(name);
      entry.times = [...this.#recent(entry), ...Array.from({ length: count }, () => now)];
      entry.most = this.most * share;
      this.memory?.note(name);
    }
    return null;
  }

  /** The seconds until there is room for so many under all these names; null: there is. */
  #fullFor(names: readonly Network[], count = 1): number | null {
    const now = this.now();
    const waits = names.flatMap(({ name, share }) => {
      const entry = this.#entries.find(name) ?? this.#recalled(name);
      const times = entry ? this.#recent(entry) : [];
      // When this one has expired, there is room for so many.
      const last = times[times.length + count - this.most * share - 1];
      return last === undefined ? [] : [last + this.windowMs - now];
    });
    return waits.length > 0 ? secondsUntil(Math.max(...waits), 0) : null;
  }

  #recalled(name: string): Times | undefined {
    const times = this.memory?.recall(name) as number[] | undefined;
    return times && Object.assign(this.#entries.open(name), { times });
  }

  /** The times that count of a name. */
  timesOf(name: string): number[] {
    const entry = this.#entries.find(name);
    return entry ? this.#recent(entry) : [];
  }

  #recent({ times }: Times): number[] {
    const now = this.now();
    return times.filter((time) => isRecent(time, now, this.windowMs));
  }
}

/**
 * The same over all servers of the site, where several may serve it, and over restarts. `counter` tells its counts from
 * those of others.
 */
export class SharedRate {
  readonly #here: Rate;

  constructor(
    private readonly counter: string,
    private readonly things: string,
    readonly most: number,
    private readonly windowMs = MINUTE_MS,
  ) {
    const names = new KeptNames(counter, (name) => {
      const times = this.#here.timesOf(name);
      return times.length > 0 ? { state: times, until: Math.max(...times) + windowMs } : null;
    });
    this.#here = new Rate(things, most, Date.now, MOST_NAMES, windowMs, names);
  }

  /** Whether this server has room for one more under a name, which is not counted. */
  hasRoomHere = (name: string): boolean => this.#here.hasRoom(name);

  /** One under a name, to be counted together with others. */
  of = (name: string): Taking => ({
    things: this.things,
    askedBy: name,
    here: () => this.#here.waitFor(name),
    counting: () => this.#counting([{ name, share: 1 }]),
  });

  /** The same for both networks of an address. */
  ofNetwork = (ip: string | null): Taking => ({
    things: this.things,
    askedBy: widestNetworkOf(ip),
    here: () => this.#here.waitForNetwork(ip),
    counting: () => this.#counting(networksOf(ip, this.windowMs)),
  });

  /** Counts one; returns null, or the seconds to wait. Refused ones are not counted. */
  waitFor = async (name: string): Promise<number | null> => (await waitTogether([this.of(name)]))?.seconds ?? null;

  /** The same for both networks of an address. */
  waitForNetwork = async (ip: string | null): Promise<number | null> =>
    (await waitTogether([this.ofNetwork(ip)]))?.seconds ?? null;

  /** Like `waitFor`, refusing with `too_many`. */
  take = (name: string): Promise<void> => takeTogether([this.of(name)]);

  /** Like `waitForNetwork`, refusing with `too_many`. */
  takeNetwork = (ip: string | null): Promise<void> => takeTogether([this.ofNetwork(ip)]);

  #counting(networks: readonly Network[]): Counting {
    const named = networks.map(({ name, share }) => ({
      name: counterName(this.counter, name),
      most: this.most * share,
    }));
    const count: Counting["count"] = (states, now) => {
      const counted = named.map(({ name, most }) => {
        const times = ((states.get(name) as number[] | undefined) ?? []).filter((time) =>
          isRecent(time, now, this.windowMs),
        );
        return { name, most, times };
      });
      const full = counted.filter(({ most, times }) => times.length >= most);
      if (full.length > 0) {
        const until = Math.max(...full.map(({ times }) => (times[0] ?? now) + this.windowMs));
        return { wait: secondsUntil(until, now), changed: new Map() };
      }
      const changed = new Map(
        counted.map(({ name, times }) => [name, { state: [...times, now], until: now + this.windowMs }]),
      );
      return { wait: null, changed };
    };
    return { names: named.map(({ name }) => name), count };
  }
}

/**
 * What all strangers together may do under one name. Half of it is for the first of each network in a day, so that a few
 * networks cannot use up everybody's: in the window alone, 50 that came again each minute took all comments below a text.
 */
export class SharedAllowance {
  readonly #isFirst: SharedRate;
  readonly #firsts: SharedRate;
  readonly #others: SharedRate;

  constructor(
    counter: string,
    private readonly things: string,
    most: number,
    windowMs = MINUTE_MS,
  ) {
    const rate = (name: string, of: number, ms: number) => new SharedRate(name, things, of, ms);
    this.#isFirst = rate(`${counter} by network`, 1, Math.max(windowMs, DAY_MS));
    this.#firsts = rate(`${counter}, first ones`, Math.floor(most / 2), windowMs);
    this.#others = rate(counter, Math.ceil(most / 2), windowMs);
  }

  /** One of a network under a name, to be counted together with others. */
  of(name: string, ip: string | null): Taking {
    const network = `${widestNetworkOf(ip)} ${name}`;
    const [isFirst, first, other] = [this.#isFirst.of(network), this.#firsts.of(name), this.#others.of(name)];
    const counting = (): Counting => {
      const [own, firsts, others] = [isFirst.counting(), first.counting(), other.counting()];
      return {
        names: [...own.names, ...firsts.names, ...others.names],
        count: (states, now) => {
          const noted = own.count(states, now);
          const among = noted.wait === null ? firsts.count(states, now) : noted;
          const { wait, changed } = among.wait === null ? among : others.count(states, now);
          return { wait, changed: new Map([...noted.changed, ...changed]) };
        },
      };
    };
    const here = () => {
      // Whoever is refused is the first again the next time.
      const isNew = this.#isFirst.hasRoomHere(network);
      const wait = isNew && this.#firsts.hasRoomHere(name) ? first.here() : other.here();
      if (isNew && wait === null) isFirst.here();
      return wait;
    };
    return { things: this.things, askedBy: other.askedBy, here, counting };
  }

  /** Counts one; returns null, or the seconds to wait. */
  waitFor = async (name: string, ip: string | null): Promise<number | null> =>
    (await waitTogether([this.of(name, ip)]))?.seconds ?? null;

  /** Counts one, or refuses with `too_many`. */
  take = (name: string, ip: string | null): Promise<void> => takeTogether([this.of(name, ip)]);
}
