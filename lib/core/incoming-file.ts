/**
 * A file that a door has received and stored on disk at a path of the program's own. It is deleted after the call: move
 * it to keep it.
 */
export class IncomingFile {
  constructor(
    readonly path: string,
    /** The sender's name for it; nothing depends on it. */
    readonly name: string,
    /** Bytes. */
    readonly size: number,
    /** Hexadecimal SHA-256 of its bytes. */
    readonly digest: string,
  ) {}
}
