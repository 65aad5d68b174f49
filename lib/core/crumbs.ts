/** Pieces of a body, beyond which they must be of a usual size: each costs as much as a thousand of its bytes. */
const FEW_PIECES = 1_000;
/** Bytes of a piece on average. */
const USUAL_PIECE = 32;
/** Whether a body comes in many tiny pieces, which no browser or program sends. */
export const isCrumbled = (pieces: number, bytes: number): boolean =>
  pieces > FEW_PIECES && bytes < pieces * USUAL_PIECE;
