import { z } from "zod";

const key = z.string().length(64).describe("SHA-256 over caller, path and the key sent.");

export const reservation = z.strictObject({ key, bodyHash: z.string().length(64) });
export const reserved = z.object({
  /** `new`: go on. `done`: `answer` is the first one's. `running`: the first is not through. `other`: the key was used for another body. */
  state: z.enum(["new", "done", "running", "other"]),
  answer: z.string().nullable(),
});
export const kept = z.strictObject({ key, answer: z.string() });
export const released = z.strictObject({ key });
