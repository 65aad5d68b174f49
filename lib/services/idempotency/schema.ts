import { z } from "zod";

const sha256 = z.string().length(64);

/** `key` is a hash of caller, path and the sent key; `bodyHash` compares the bodies. */
export const keyed = z.strictObject({ key: sha256, bodyHash: sha256 });
export const keptAnswer = z.string().nullable();

export type Keyed = z.output<typeof keyed>;
