/** A sentence for the owner instead of a stack: the start stops with it, and nothing is overwritten. */
export class StorageError extends Error {}
