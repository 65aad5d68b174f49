import type { Ability, Actor } from "./access";
import { port } from "./port";

/** Counts a change that will stand in the audit log, or refuses it with `too_many`. */
type ChangePace = (actor: Actor, ability: Ability) => Promise<void>;

/** Whether a change of a sort that anybody can make all day gets its own line there, or is only counted. */
type OwnLine = (actor: Actor, sort: string) => Promise<boolean>;

export const ownLine = port<OwnLine>("which changes of strangers are only counted", () => Promise.resolve(true));

export const changePace = port<ChangePace>("how often strangers and readers may change something", () =>
  Promise.resolve(),
);
