import { shared } from "./shared";

/** A question of a lower storey that a higher one answers; set once, while the program is put together. */
export type Port<T> = { provide: (given: T) => void; get: () => T };

/** Makes one; `otherwise` is the answer where the program lacks the higher part, as commands do. */
export function port<T>(name: string, otherwise?: T): Port<T> {
  const seat = shared<{ given?: T }>(`port ${name}`, () => ({}));
  return {
    provide: (given) => void (seat.given = given),
    get: () => {
      const given = seat.given ?? otherwise;
      if (given === undefined) throw new Error(`Nobody provides ${name}.`);
      return given;
    },
  };
}
