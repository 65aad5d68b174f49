/** Pieces of a body, beyond which they must be of a usual size: each costs as much as a thousand of its bytes. */
const FEW_PIECES = 1_000;
/** Bytes of a piece on average. */
const USUAL_PIECE = 32;
/** Whether a body comes in many tiny pieces, which no browser or program sends. */
export const isCrumbled = (pieces: number, bytes: number): boolean =>
  pieces > FEW_PIECES && bytes < pieces * USUAL_PIECE;

/** Bytes from which on a piece costs little beside them; and of shorter ones, how many are joined. */
const [LONG_PIECE, JOINED] = [1_024, 64];

/** One piece of several, in memory of its own: what Node keeps for short ones is kept with all that lies beside them. */
function joined(pieces: readonly Buffer[]): Buffer {
  const one = Buffer.allocUnsafeSlow(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) at += piece.copy(one, at);
  return one;
}

/** The pieces of a body, few and long: in memory a short one is an object of a hundred bytes and more beside its own. */
export class BodyPieces {
  #pieces: Buffer[] = [];
  #short: Buffer[] = [];
  /** How many have come, and their bytes. */
  count = 0;
  bytes = 0;

  add(piece: Buffer): void {
    this.count += 1;
    this.bytes += piece.byteLength;
    const isLong = piece.byteLength >= LONG_PIECE;
    if (!isLong) this.#short.push(piece);
    if (isLong || this.#short.length === JOINED) this.#join();
    if (isLong) this.#pieces.push(piece);
  }

  #join(): void {
    if (this.#short.length > 0) this.#pieces.push(joined(this.#short));
    this.#short = [];
  }

  /** Whether so many are tiny that nobody waits for their end. */
  get areCrumbs(): boolean {
    return isCrumbled(this.count, this.bytes);
  }

  /** The number that is held. */
  get held(): number {
    return this.#pieces.length + this.#short.length;
  }

  whole(): Buffer {
    return Buffer.concat([...this.#pieces, ...this.#short]);
  }

  /** Drops all that have come; they stay counted. */
  forget(): void {
    [this.#pieces, this.#short] = [[], []];
  }
}
