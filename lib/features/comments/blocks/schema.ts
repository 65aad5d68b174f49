import { z } from "zod";
import { id, instantOut, label, pageInput, text } from "../../../core/fields";

const blockKinds = ["ADDRESS", "NETWORK", "EMAIL", "EMAIL_HOST"] as const;
const blockKind = z.enum(blockKinds);

/** The longest e-mail address of a comment. */
const MAX_VALUE = 255;

/** Whether it may be one; `values.ts` decides. */
const mayBeBlocked = (value: string) => /[.:]/.test(value) && !/\s/.test(value);

const value = label(MAX_VALUE)
  .refine(mayBeBlocked, {
    params: { code: "wrong_format" },
    error: "Give an IP address, a network, an e-mail address, or a host of e-mail addresses.",
  })
  .describe(
    "An IP address, a network (`192.0.2.0/24`), an e-mail address, or a host of e-mail addresses (`example.org`).",
  );
const reason = text(255).nullish().describe("For those who manage comments.");

export const newBlock = z.strictObject({ value, reason });
export const blockRef = z.strictObject({ blockId: id });
export const blockFilters = z.strictObject({
  ...pageInput(["createTime", "value"]),
  kind: blockKind.optional(),
});

export const block = z.object({
  id,
  kind: blockKind,
  value: z.string().describe("In one spelling; an IPv6 address became the /64 of its line."),
  reason: z.string(),
  blockedBy: z.string().nullable().describe("The name of the account."),
  createTime: instantOut,
});

export type Block = z.output<typeof block>;
export type BlockKind = z.output<typeof blockKind>;
export type BlockFilters = z.input<typeof blockFilters>;
