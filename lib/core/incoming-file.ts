/**
 * A file that a door has received whole and laid down on this machine's disk, at a path of the
 * program's own making. It is gone when the call is over: whoever wants it gives it a home elsewhere.
 */
export class IncomingFile {
  constructor(
    readonly path: string,
    /** What its sender calls it; nothing is decided by it. */
    readonly name: string,
    /** Bytes. */
    readonly size: number,
    /** Hexadecimal SHA-256 of its bytes. */
    readonly digest: string,
  ) {}
}
