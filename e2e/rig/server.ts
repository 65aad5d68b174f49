import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { cpSync, existsSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { newFolder } from "./folders";
import { leniency } from "./leniency";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** What requests go to: a server, or what stands before several. */
export type Entrance = { readonly port: number; url(path: string): string };

type Ended = { code: number | null; signal: NodeJS.Signals | null };
type Settings = Record<string, string>;

/** Milliseconds in which a server must stop. */
const STOP_MS = 10_000 * leniency;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.on("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/**
 * A port below those that systems give to outgoing connections, so that none of them takes it while its server
 * restarts.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(11_000, 32_000);
  return (await isFree(port)) ? port : freePort();
}

/**
 * The environment of a program that gets only the given variables. Making each kind of page at every start would take a
 * quarter of the processor time of all journeys; those about a start, or about times and memory, turn it on.
 */
const clean = (settings: Settings): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: "production",
  LOG_LEVEL: "warn",
  WARM_UP: "off",
  ...settings,
});

/** Runs the launcher (`npm start`, `npm run cms`) to its end; for refused starts and for commands. */
export function launch(
  args: string[],
  settings: Settings,
): Promise<Ended & { stdout: string; stderr: string; seconds: number }> {
  const begun = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["lib/server/start.mjs", ...args], { cwd: root, env: clean(settings) });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => (stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({ code, signal, stdout, stderr, seconds: (Date.now() - begun) / 1000 }),
    );
  });
}

/** The real production server on its own port and data folder. `folder`: another one than this for the program. */
export class Server {
  port = 0;
  origin = "";
  stdout = "";
  stderr = "";
  #child: ChildProcess | undefined;
  #ended: Promise<Ended> = Promise.resolve({ code: null, signal: null });
  #dataDir: string | undefined;

  /** `original`: the data folder whose copy its own is, where it does not begin with nothing. */
  constructor(
    private readonly settings: Settings = {},
    private readonly original?: () => string,
    private readonly folder = root,
  ) {}

  /** Its own, chosen when it is first needed: a file of tests makes its server also where its tests are only listed. */
  get dataDir(): string {
    return (this.#dataDir ??= this.settings.DATA_DIR ?? join(newFolder("server"), "data"));
  }

  get isCopy(): boolean {
    return this.original !== undefined;
  }

  /** An address on this server. */
  url = (path: string): string => this.origin + path;

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts it and waits until it prints its address. Restarts keep the port. */
  async start(...args: string[]): Promise<void> {
    this.port ||= await freePort();
    if (this.original && !existsSync(this.dataDir)) cpSync(this.original(), this.dataDir, { recursive: true });
    const child = spawn(process.execPath, ["lib/server/start.mjs", ...args], {
      cwd: this.folder,
      env: clean({ PORT: String(this.port), DATA_DIR: this.dataDir, ...this.settings }),
    });
    this.#child = child;
    // A test that fails leaves it running.
    const kill = () => void child.kill("SIGKILL");
    process.once("exit", kill);
    child.once("close", () => process.off("exit", kill));
    [this.stdout, this.stderr] = ["", ""];
    this.#ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
    child.stderr.on("data", (chunk) => (this.stderr += String(chunk)));
    this.origin = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (chunk) => {
        this.stdout += String(chunk);
        const address = /Broadsheet serves (http:\S+)/.exec(this.stdout)?.[1];
        if (address) resolve(address);
      });
      child.on("close", () => reject(new Error(`The server ended while starting.\n${this.stdout}${this.stderr}`)));
    });
  }

  /** Failures in the server's log. */
  failures(): string[] {
    return this.stderr.split("\n").filter((line) => /^\{"level":[56]0,/.test(line));
  }

  /** Stops it, and checks that it ends in time, with code 0 and without failures. */
  async stop(): Promise<void> {
    const begun = Date.now();
    this.#child?.kill("SIGTERM");
    const ended = await this.#ended;
    const seconds = (Date.now() - begun) / 1000;
    this.#child = undefined;
    expect(ended, `stopping the server; it wrote ${this.stderr}`).toEqual({ code: 0, signal: null });
    expect(seconds * 1000, "milliseconds the server took to stop").toBeLessThan(STOP_MS);
    expect(this.failures(), "failures in the server's log").toEqual([]);
  }

  /** Kills it, like a power cut. */
  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#ended;
    this.#child = undefined;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Stops it where it still runs, and removes its data. */
  async end(): Promise<void> {
    try {
      if (this.#child) await this.stop();
    } finally {
      this.#child?.kill("SIGKILL");
      rmSync(this.dataDir, { recursive: true, force: true });
    }
  }

  /** Runs one command of `npm run cms` on the same data. */
  cms = (...args: string[]) => launch(["--cms", ...args], { DATA_DIR: this.dataDir });
}

/** A server that runs for all tests of a file. */
export function serve(settings?: Settings): Server {
  const server = new Server(settings);
  test.beforeAll(() => server.start());
  test.afterAll(() => server.end());
  return server;
}
