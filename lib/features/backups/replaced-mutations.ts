import { nothing } from "../../core/fields";
import { mutation, procedure } from "../../core/operation";
import { bringBack, newDoomed, removeDoomed, takeAway } from "./replaced";
import * as shape from "./schema";

/** Writes down that replaced data is deleted. */
const deleteReplaced = mutation("deleteReplaced", {
  can: "manage backups",
  input: shape.replacedRef,
  output: nothing,
  touches: () => [],
  whenFull: true,
  about: ({ name }) => ({ subject: `replaced:${name}`, summary: `The replaced data of ${name} was deleted.` }),
  run: async () => undefined,
});

/** Deletes what a restore replaced. */
export const removeReplaced = procedure("removeReplaced", {
  can: "manage backups",
  input: shape.replacedRef,
  output: nothing,
  summary: "Deletes the data for good that a restore replaced; that restore cannot be taken back any more.",
  refusals: ["conflict"],
  run: async ({ actor }, { name }) => {
    const doomed = newDoomed();
    await takeAway(name, doomed);
    try {
      await deleteReplaced(actor, { name });
    } catch (error) {
      bringBack(name, doomed);
      throw error;
    }
    await removeDoomed(name, doomed);
  },
});
