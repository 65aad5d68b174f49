import type { z } from "zod";
import type { Operation } from "../core/operation";
import { refusal } from "./action";
import { strangerActor } from "./actor";

/** A route handler that runs an operation as a stranger with a body of JSON and answers as an action does; `then` keeps what came of it and says what may be answered. */
export const jsonRoute =
  <I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<I, O>,
    then: (output: z.output<O>) => Promise<unknown>,
  ) =>
  async (request: Request): Promise<Response> => {
    const input = await request.json().then(
      (body) => body as z.input<I>,
      () => null as z.input<I>,
    );
    const headers = { "Cache-Control": "no-store" };
    try {
      return Response.json({ ok: true, data: await then(await operation(await strangerActor(), input)) }, { headers });
    } catch (thrown) {
      return Response.json(await refusal(thrown), { headers });
    }
  };
