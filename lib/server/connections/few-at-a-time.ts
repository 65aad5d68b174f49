import type { Socket } from "node:net";

/**
 * Does something with connections, so many at once and so many again after a while, in turns between networks. One that is
 * closed leaves its line at once (`Lines` would keep it): thousands come and go in a second.
 */
export class FewAtATime {
  readonly #lines = new Map<string, Map<Socket, () => void>>();
  #left: number;
  #isPlanned = false;

  constructor(
    private readonly atOnce: number,
    private readonly againMs: number,
  ) {
    this.#left = atOnce;
  }

  /** Whether something may be done now; it counts as done then. */
  takes(): boolean {
    this.#plan();
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  /** Does something when it is the network's turn, unless the connection is closed by then. */
  wait(socket: Socket, network: string, work: () => void): void {
    this.#plan();
    const line = this.#lines.get(network) ?? new Map<Socket, () => void>();
    if (line.has(socket)) return;
    const leave = () => {
      line.delete(socket);
      if (line.size === 0 && this.#lines.get(network) === line) this.#lines.delete(network);
    };
    socket.once("close", leave);
    line.set(socket, () => {
      socket.off("close", leave);
      work();
    });
    this.#lines.set(network, line);
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setTimeout(() => this.#doSome(), this.againMs).unref();
  }

  #doSome(): void {
    this.#isPlanned = false;
    this.#left = this.atOnce;
    for (const [network, line] of this.#lines) {
      if (this.#left === 0) break;
      this.#left -= 1;
      // The network waits for all the others now.
      this.#lines.delete(network);
      const [[socket, work] = []] = line;
      if (socket) line.delete(socket);
      if (line.size > 0) this.#lines.set(network, line);
      work?.();
    }
    if (this.#lines.size > 0) this.#plan();
  }
}
