import type { Context } from "../../../core/operation";
import { noteMade } from "./claiming";
import type { Run } from "./run";
import type { StepResult } from "./schema";
import { requireRoom, writeImported } from "./steps";

/** Writes batches of a run, each in one transaction; a dry run at the command line only reads. */
export class Writer {
  #cancelWanted = false;

  constructor(
    private readonly run: Run,
    private readonly owner: string,
  ) {}

  get isCancelled(): boolean {
    return this.#cancelWanted;
  }

  /** Does work in one transaction. */
  async commit(work: (context: Context) => Promise<StepResult>): Promise<void> {
    const { run } = this;
    const { id, actor } = run.facts;
    run.begin();
    if (id === null) {
      await work({ db: run.reader(), actor, now: new Date() });
      return;
    }
    requireRoom();
    try {
      const named = () => run.made.tags.size + run.made.categories.size + run.made.users.size;
      const before = named();
      const step = async (context: Context) => {
        const done = await work(context);
        if (named() > before) await noteMade(context.db, id, run.made);
        return { ...done, counts: await run.countsIn(context.db) };
      };
      const { cancelWanted } = await writeImported(actor, {
        importId: id,
        owner: this.owner,
        isRedone: true,
        work: step,
      });
      run.settle();
      this.#cancelWanted ||= cancelWanted;
    } catch (error) {
      run.takeBack();
      throw error;
    }
  }
}
