import { Readable } from "node:stream";
import { Turns } from "../../../core/turns";
import {
  fetchOutside,
  isPublicAddress,
  literalAddress,
  portOf,
  Unreachable,
} from "../../../services/outbound/outbound";
import { readOption } from "../../../services/settings/reading";
import { sizeText } from "../../../text/size";
import { engine } from "../../../core/operation";
import type { OldSite } from "./old-site";
import type { RunFacts } from "./run";

/** Milliseconds for one file, more tries after the first, and failures in a row after which a host is given up. */
const [TIME_MS, MORE_TRIES, MOST_FAILURES] = [20_000, 2, 20];
/** Files that are fetched at a time. */
const AT_ONCE = 2;

/** A file of the old site, or why it cannot be had. */
type Fetched = { name: string; stream: Readable } | { unfetched: string };

/** Fetches files from the old site, and from nowhere else: two at a time, where it is told which ones are next. */
export class Fetcher {
  #bytes = 0;
  /** Bytes that the files on their way may have. */
  #reserved = 0;
  readonly #failures = new Map<string, number>();
  readonly #turns = new Turns({ atOnce: AT_ONCE, mostWaiting: Infinity, retryAfter: 1 });
  #expected: string[] = [];
  /** Files that are fetched before somebody asks for them; two at most, since they wait in memory. */
  readonly #ahead = new Map<string, Promise<Fetched>>();
  readonly #end = new AbortController();

  constructor(
    private readonly facts: RunFacts,
    private readonly site: OldSite,
  ) {}

  /** Says which files are asked for next, in their order. */
  expect(addresses: readonly string[]): void {
    this.#ahead.clear();
    this.#expected = [...addresses];
    this.#goAhead();
  }

  #goAhead(): void {
    while (this.#ahead.size < AT_ONCE) {
      const address = this.#expected.shift();
      if (address === undefined) return;
      const fetched = this.#inTurn(address);
      // Told to whoever asks for it.
      fetched.catch(() => undefined);
      this.#ahead.set(address, fetched);
    }
  }

  /** A file of the old site. */
  async fetch(address: string): Promise<Fetched> {
    this.#expected = this.#expected.filter((each) => each !== address);
    try {
      return await (this.#ahead.get(address) ?? this.#inTurn(address));
    } finally {
      if (this.#ahead.delete(address)) this.#goAhead();
    }
  }

  /** Ends what is on its way. */
  close(): void {
    this.#expected = [];
    this.#end.abort();
  }

  #inTurn = (address: string): Promise<Fetched> => this.#turns.take("", () => this.#try(address));

  async #try(address: string): Promise<Fetched> {
    const { fromPrivateNetwork } = this.facts.choices;
    if (!URL.canParse(address)) return { unfetched: "its address is none" };
    const url = new URL(address);
    if (!this.site.isOwnHost(url)) return { unfetched: "its address is not of the old site" };
    const literal = literalAddress(url);
    if (
      !fromPrivateNetwork &&
      (url.hostname === "localhost" || (literal !== null && !isPublicAddress(literal, portOf(url))))
    )
      return { unfetched: "its address is on this machine or its network: --from-private-network lets it be fetched" };
    const reader = engine().reader;
    const [mostBytes, limit] = [
      await readOption(reader, "attachment_max_size"),
      await readOption(reader, "import_fetch_limit"),
    ];
    let reason = "";
    for (let tries = 0; tries <= MORE_TRIES; tries += 1) {
      if ((this.#failures.get(url.host) ?? 0) >= MOST_FAILURES)
        return { unfetched: `${MOST_FAILURES} files in a row could not be fetched from ${url.host}; it was given up` };
      const most = Math.min(mostBytes, limit - this.#bytes - this.#reserved);
      if (most <= 0) return { unfetched: "this import has fetched as much as the option import_fetch_limit allows" };
      this.#reserved += most;
      try {
        const answer = await fetchOutside(url.href, {
          method: "GET",
          timeMs: TIME_MS,
          mostBytes: most,
          allows: fromPrivateNetwork ? () => true : isPublicAddress,
          // Many sites refuse programs that do not name themselves.
          headers: { "user-agent": "Broadsheet" },
          permits: this.site.isOwnHost,
          signal: this.#end.signal,
        });
        this.#bytes += answer.body.byteLength;
        // The host answers, so that only this file is missing.
        if (answer.status < 500) this.#failures.delete(url.host);
        if (answer.status === 200) return { name: lastPart(url), stream: Readable.from([answer.body]) };
        reason = `the old site answered ${answer.status}`;
        if (answer.status < 500) return { unfetched: reason };
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        reason = `it could not be reached, or is larger than ${sizeText(most)}`;
        if (this.#end.signal.aborted) break;
      } finally {
        this.#reserved -= most;
      }
    }
    this.#failures.set(url.host, (this.#failures.get(url.host) ?? 0) + 1);
    return { unfetched: reason };
  }
}

function lastPart({ pathname }: URL): string {
  const last = pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last) || "file";
  } catch {
    return last || "file";
  }
}
