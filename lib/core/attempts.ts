import { isIPv6 } from "node:net";
import { AppError } from "./errors";
import { shared } from "./shared";

/** What an attempt turned out to be; "undecided" counts neither way. */
export type Verdict = "passed" | "failed" | "undecided";

/** One thing that is counted: `most` failures in the window; `clears`: a success forgets earlier failures. */
export type AttemptKey = { name: string; most: number; clears: boolean };

type Entry = { failures: number[]; running: number; waitMs: number; until: number; waiting: (() => void)[] };

type Limits = {
  /** Failures older than this are forgotten, and nobody waits longer. */
  windowMs: number;
  /** The first wait; each attempt made while waiting, and each later failure, doubles it. */
  firstWaitMs: number;
  /** Keys remembered; the longest unused one is forgotten first. */
  mostKeys: number;
  /** Attempts that may stand in line for one key. */
  mostInLine: number;
  now: () => number;
};

const defaults: Limits = { windowMs: 600_000, firstWaitMs: 60_000, mostKeys: 20_000, mostInLine: 200, now: Date.now };

const tooMany = (waitMs: number) => {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("too_many", `Too many attempts. Please try again in ${retryAfter} seconds.`, { retryAfter });
};

/** Counts guesses at a secret in memory, before the guess is checked, so that many at once get no more tries than one after the other. */
export class Limiter {
  readonly #limits: Limits;
  readonly #entries = new Map<string, Entry>();

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...defaults, ...limits };
  }

  /**
   * Runs one guess under all its keys. While as many are being checked as failures are left, further
   * ones stand in line: right passwords at the same moment all pass. Work that throws counts as undecided.
   */
  async attempt<T>(keys: readonly AttemptKey[], work: () => Promise<T>, verdict: (result: T) => Verdict): Promise<T> {
    const held = await this.#enter(keys);
    let outcome: Verdict = "undecided";
    try {
      const result = await work();
      outcome = verdict(result);
      return result;
    } finally {
      for (const [key, entry] of held) this.#leave(key, entry, outcome);
    }
  }

  async #enter(keys: readonly AttemptKey[]): Promise<(readonly [AttemptKey, Entry])[]> {
    for (;;) {
      const now = this.#limits.now();
      const held = keys.map((key) => [key, this.#entry(key.name, now)] as const);
      const blocked = held.filter(([, entry]) => now < entry.until);
      for (const [, entry] of blocked) this.#block(entry, now);
      if (blocked.length > 0) throw tooMany(Math.max(...blocked.map(([, entry]) => entry.until - now)));

      const full = held.find(([key, entry]) => entry.running >= Math.max(1, key.most - entry.failures.length));
      if (!full) {
        for (const [, entry] of held) entry.running += 1;
        return held;
      }
      const line = full[1].waiting;
      if (line.length >= this.#limits.mostInLine) throw tooMany(this.#limits.firstWaitMs);
      await new Promise<void>((resolve) => line.push(resolve));
    }
  }

  #leave(key: AttemptKey, entry: Entry, outcome: Verdict): void {
    const now = this.#limits.now();
    entry.running -= 1;
    if (outcome === "passed" && key.clears) Object.assign(entry, { failures: [], waitMs: 0, until: 0 });
    if (outcome === "failed") {
      entry.failures.push(now);
      if (entry.failures.length >= key.most) this.#block(entry, now);
    }
    for (const wake of entry.waiting.splice(0)) wake();
    if (entry.failures.length === 0 && entry.running === 0 && this.#entries.get(key.name) === entry) this.#entries.delete(key.name);
  }

  #block(entry: Entry, now: number): void {
    entry.waitMs = Math.min(entry.waitMs === 0 ? this.#limits.firstWaitMs : entry.waitMs * 2, this.#limits.windowMs);
    entry.until = now + entry.waitMs;
  }

  #entry(name: string, now: number): Entry {
    const entry = this.#entries.get(name) ?? { failures: [], running: 0, waitMs: 0, until: 0, waiting: [] };
    entry.failures = entry.failures.filter((time) => time > now - this.#limits.windowMs);
    if (entry.failures.length === 0 && now >= entry.until) entry.waitMs = 0;
    // Set anew, so that the map's order is that of last use.
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    const oldest = this.#entries.size > this.#limits.mostKeys ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }
}

/** Whom an address stands for: an IPv4 address, or the /64 network that one IPv6 customer has all of. */
export function networkOf(ip: string | null): string {
  if (ip === null) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = (ip.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  const all = [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => "0"), ...last];
  return `${all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

/** The two counts of api.md section 2: 5 for subject and address together, 20 for the address. */
export const attemptKeys = (subject: string, ip: string | null): AttemptKey[] => [
  { name: `${networkOf(ip)} ${subject}`, most: 5, clears: true },
  { name: networkOf(ip), most: 20, clears: false },
];

/** Guesses at names, passwords and codes of accounts. */
export const loginAttempts = shared("login-attempts", () => new Limiter());

/** Guesses at the password of a protected post, sheet or category. */
export const unlockAttempts = shared("unlock-attempts", () => new Limiter());

/** What strangers can make the site mail: three to one address, ten for one network. */
export const mailKeys = (subject: string, ip: string | null): AttemptKey[] => [
  { name: subject, most: 3, clears: false },
  { name: networkOf(ip), most: 10, clears: false },
];

/** Mails that strangers ask for; each counts, whatever comes of it. */
export const mailAttempts = shared("mail-attempts", () => new Limiter());
