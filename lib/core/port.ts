import { shared } from "./shared";

/** A question of a lower storey that a higher one answers; set once, while the program is put together. */
export type Port<T> = { provide: (given: T) => void; get: () => T };

export function port<T>(name: string): Port<T> {
  const seat = shared<{ given?: T }>(`port ${name}`, () => ({}));
  return {
    provide: (given) => void (seat.given = given),
    get: () => {
      if (seat.given === undefined) throw new Error(`Nobody provides ${name}.`);
      return seat.given;
    },
  };
}
