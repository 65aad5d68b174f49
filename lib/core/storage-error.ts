/** A sentence for the owner instead of a stack trace: the start stops with it and overwrites nothing. */
export class StorageError extends Error {
  constructor(
    message?: string,
    /** Whether the disk is full. */
    readonly isFull = false,
  ) {
    super(message);
  }
}
