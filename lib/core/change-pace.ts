import type { Ability, Actor } from "./access";
import { port } from "./port";

/** Counts a change that will stand in the audit log, or refuses it with `too_many`. */
type ChangePace = (actor: Actor, ability: Ability) => Promise<void>;

export const changePace = port<ChangePace>("how often strangers and readers may change something", () =>
  Promise.resolve(),
);
