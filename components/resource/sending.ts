import type { Result } from "../../lib/doors/result";
import type { Send } from "./resource";

/** A change of several rows by one operation; `back` undoes it from the operation's answer. */
export const atOnce =
  <D>(
    send: (ids: number[]) => Promise<Result<D>>,
    back?: (answer: D, ids: number[]) => Promise<Result<unknown>>,
  ): Send =>
  async (ids) => {
    const answer = await send(ids);
    if (!answer.ok) return answer;
    return { ok: true, data: { count: ids.length, ...(back && { back: () => back(answer.data, ids) }) } };
  };

/**
 * A change of several rows by an operation for one. Stops at the first refusal, or where nobody answers: what was
 * changed until then is reported and can be undone.
 */
export const oneByOne = <D>(
  send: (id: number) => Promise<Result<D>>,
  back?: (id: number, answer: D) => Promise<Result<unknown>>,
): Send => {
  return async (ids) => {
    const sent: { id: number; answer: D }[] = [];
    let stopped: string | null | undefined;
    for (const id of ids) {
      const answer = await send(id).catch((lost: unknown) => {
        // What was changed before is reported all the same.
        if (sent.length === 0) throw lost;
        return null;
      });
      if (answer?.ok === false && sent.length === 0) return answer;
      if (!answer?.ok) {
        stopped = answer?.error.message ?? null;
        break;
      }
      sent.push({ id, answer: answer.data });
    }
    const undo = async (): Promise<Result<unknown>> => {
      for (const { id, answer } of sent) {
        const undone = await back?.(id, answer);
        if (undone && !undone.ok) return undone;
      }
      return { ok: true, data: undefined };
    };
    return {
      ok: true,
      data: { count: sent.length, ...(back && { back: undo }), ...(stopped !== undefined && { stopped }) },
    };
  };
};
