import { noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { allExports } from "./all";
import * as shape from "./schema";

/** Finished exports, newest first. */
export const listExports = query("listExports", {
  can: "move the site",
  input: noInput,
  output: shape.exportList,
  summary: "They are kept for 7 days.",
  run: ({ db }) => allExports(db),
});
