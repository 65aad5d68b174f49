import type { Schema } from "hast-util-sanitize";
import { formulaSchema } from "../text/html/formula-drawing";
import { schema } from "../text/html/sanitize";

type Rules = NonNullable<Schema["attributes"]>[string];

const div: Rules = [];
for (const rule of schema.attributes?.div ?? [])
  div.push(Array.isArray(rule) && rule[0] === "className" ? [rule[0], ...rule.slice(1), "formula"] : rule);

/** What may be in a stored text: what its author may write, whose ids have their prefix already, and formulas. */
export const storedSchema: Schema = {
  ...schema,
  clobberPrefix: "",
  tagNames: [...(schema.tagNames ?? []), ...(formulaSchema.tagNames ?? [])],
  strip: schema.strip?.filter((name) => name !== "math"),
  ancestors: { ...schema.ancestors, ...formulaSchema.ancestors },
  attributes: {
    ...schema.attributes,
    ...Object.fromEntries(
      (formulaSchema.tagNames ?? []).map((name) => [
        name,
        [...(formulaSchema.attributes?.["*"] ?? []), ...(formulaSchema.attributes?.[name] ?? [])],
      ]),
    ),
    div,
  },
};
