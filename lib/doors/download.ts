import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import type { Operation } from "../core/operation";
import { sessionActor } from "./actor";
import { read } from "./page";

type Download<I, O> = {
  name: string;
  type: string;
  /** The input for the page after this one; null after the last page. */
  after: (page: O) => I | null;
  write: (page: O, isFirst: boolean) => string;
};

/**
 * Answers all pages of a query as one file, each read when the one before it has been sent. The first is read before
 * the answer begins, so that a refusal is answered as one.
 */
export async function download<I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
  { name, type, after, write }: Download<z.input<I>, z.output<O>>,
): Promise<Response> {
  const actor = await sessionActor();
  const first = await read(query, input);
  const encoder = new TextEncoder();
  async function* texts() {
    yield encoder.encode(write(first, true));
    for (let next = after(first); next !== null;) {
      // The database answers synchronously: without a pause nobody else would be answered before the last page.
      await setImmediate();
      const page = await query(actor, next);
      yield encoder.encode(write(page, false));
      next = after(page);
    }
  }
  const pages = texts();
  const body = new ReadableStream<Uint8Array>({
    async pull(sent) {
      const { done, value } = await pages.next();
      if (done) sent.close();
      else sent.enqueue(value);
    },
    cancel: async () => void (await pages.return()),
  });
  return new Response(body, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
