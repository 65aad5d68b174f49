// Loaded before a server, so that the clock of its machine seems to go wrong by so many milliseconds.
const apart = Number(process.env.CLOCK_APART_MS);
const right = Date;
globalThis.Date = class extends right {
  constructor(...given) {
    super(...(given.length === 0 ? [right.now() + apart] : given));
  }
  static now = () => right.now() + apart;
};
