import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A wire to a port of this machine that can be cut, and held so that bytes wait on it. */
export class Wire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #isHeld = false;

  private constructor(private readonly to: number) {
    this.#server = createServer((near) => this.#join(near));
  }

  static async to(port: number): Promise<Wire> {
    const wire = new Wire(port);
    wire.#server.listen(0, "127.0.0.1");
    await once(wire.#server, "listening");
    return wire;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address ? address.port : 0;
  }

  #join(near: Socket): void {
    if (this.#isCut) return void near.destroy();
    const far = connect(this.to, "127.0.0.1");
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on("data", (chunk) => void into.write(chunk));
      from.on("error", () => undefined);
      from.on("close", () => {
        this.#sockets.delete(from);
        into.destroy();
      });
      if (this.#isHeld) from.pause();
    }
  }

  /** Ends what goes through it, and lets nothing through. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Keeps connections, and lets no byte through, as a network does whose packets are lost. */
  hold(): void {
    this.#isHeld = true;
    for (const socket of this.#sockets) socket.pause();
  }

  mend(): void {
    this.#isCut = this.#isHeld = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async end(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}
