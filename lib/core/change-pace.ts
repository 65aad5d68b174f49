import type { Ability, Actor } from "./access";
import { port } from "./port";

/** Counts a change that will stand in the audit log, or refuses it with `too_many`. */
type ChangePace = (actor: Actor, ability: Ability) => Promise<void>;

/** The lines of changes of a sort that anybody can make all day. */
type OwnLines = {
  /** Whether there is one for another change. */
  take: (actor: Actor, sort: string) => Promise<boolean>;
  /** Counts a change that was made without one. */
  count: (actor: Actor, sort: string) => void;
};

export const ownLines = port<OwnLines>("which changes of strangers are only counted", {
  take: () => Promise.resolve(true),
  count: () => undefined,
});

export const changePace = port<ChangePace>("how often strangers and readers may change something", () =>
  Promise.resolve(),
);
