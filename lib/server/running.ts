import type { OnCommit, Pools } from "../../db/open-database";
import { type OpenDatabase, openDatabase } from "../../db/open";
import { system } from "../core/access";
import { installEngine } from "../core/operation";
import { forgetKeys } from "../core/secrets";
import type { Supervisor } from "../core/supervisor";
import { ensureSiteKey } from "../features/accounts/sign-in/site-key";
import { beginRenewal } from "../features/renewals/mutations";
import { flushTraces } from "../features/redirects/traces";
import { flushCounts } from "../features/writing/counters";
import { noteCountedChanges } from "../services/limits/counted-changes";
import { type Background, beginBackground, followOthers, superviseBackground } from "./background/background";
import { clockWatch } from "./background/clock";
import type { Log } from "./observing/log";

/** The database of the running server and what works on it outside of requests; both may be exchanged. */
export class Running {
  #supervisor: Supervisor;
  #background: Background | undefined;

  constructor(
    private database: OpenDatabase,
    private readonly log: Log,
    private readonly onCommit: OnCommit,
  ) {
    this.#supervisor = superviseBackground(log);
  }

  /** Follows what other processes commit, and the clock, after whose setting anything may be public or due. */
  async follow(): Promise<void> {
    const noticed: OnCommit = (cacheKeys) => {
      this.onCommit(cacheKeys);
      if (cacheKeys === null) this.#supervisor.retry();
      this.#background?.wake();
    };
    await followOthers(this.#supervisor, this.database, noticed);
    this.#supervisor.begin(
      "the clock",
      clockWatch(() => {
        this.#background?.noteClockSet();
        noticed(null);
      }),
    );
  }

  /** Starts the work in the background. */
  begin(): void {
    this.#background = beginBackground(this.#supervisor, this.log);
  }

  /** Stops the work in the background; running jobs go back to the queue. */
  rest(): Promise<void> {
    return this.#supervisor.stop();
  }

  pools(): Pools | null {
    return this.database.pools?.() ?? null;
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** Stops all work and lets go of the database, so that its files may be exchanged. */
  async letGo(): Promise<void> {
    await this.rest();
    try {
      await flushCounts();
      await flushTraces();
      await noteCountedChanges();
    } finally {
      await this.close();
    }
  }

  /** Opens the database that is in its place now, with its key, and starts the work again; all of it or nothing. */
  async takeUp(): Promise<void> {
    forgetKeys();
    this.database = await openDatabase();
    try {
      installEngine(this.database);
      await ensureSiteKey();
      this.#supervisor = superviseBackground(this.log);
      await this.follow();
      await beginRenewal(system, {});
      this.begin();
    } catch (error) {
      await this.rest();
      await this.close();
      throw error;
    }
  }
}
