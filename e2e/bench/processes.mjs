// Child processes pinned to a core each, and the kernel's figures about them.
import { fork, spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";

/** Server and load must not share a core. */
export const cores = { server: 0, load: 1 };
/** Requests that a load has open at the same time. */
export const CONNECTIONS = 32;
export const pinned = availableParallelism() > 1 && spawnSync("taskset", ["-c", "0", "true"]).status === 0;

const children = new Set();
const onCore = (core, command, args) =>
  pinned && core !== null ? ["taskset", ["-c", String(core), command, ...args]] : [command, args];

function kept(child) {
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** The flags of Node with which a script of the project runs the program. @param {"start" | "cms"} script */
export function flagsOf(script) {
  const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return scripts[script].split(" lib/")[0].match(/(?<= )--\S+/g);
}

/** Starts a program on a core; `null` lets it use all of them. */
export function start(core, command, args, options) {
  const [program, parameters] = onCore(core, command, args);
  return kept(spawn(program, parameters, options));
}

/**
 * Starts one of the bench's programs on a core with these flags of Node; `ask` sends it a message and returns its
 * reply.
 */
export async function startOwn(core, file, flags = []) {
  const [execPath, execArgv] = onCore(core, process.execPath, []);
  const child = kept(
    fork(new URL(file, import.meta.url).pathname, {
      execPath,
      execArgv: [...execArgv, ...flags],
      serialization: "advanced",
      env: { ...process.env, NODE_ENV: "production" },
    }),
  );
  const reply = () =>
    new Promise((resolve, reject) => {
      const ended = () => reject(new Error(`${file} ended`));
      child.once("exit", ended);
      child.once("message", (message) => {
        child.off("exit", ended);
        if (message.failed) reject(new Error(message.failed));
        else resolve(message);
      });
    });
  await reply();
  return {
    pid: child.pid,
    ask: (message) => {
      const answer = reply();
      child.send(message);
      return answer;
    },
    stop: () => ended(child),
  };
}

/** For the bench's programs: answers each message, and reports that it is ready. */
export function answerMessages(answer) {
  const reply = async (message) => {
    try {
      process.send((await answer(message)) ?? {});
    } catch (error) {
      process.send({ failed: error.stack });
    }
  };
  process.on("message", (message) => void reply(message));
  process.send({});
}

export const ended = (child, signal = "SIGTERM") =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill(signal);
  });

/** Leaves nothing running: what `npm start` has started outlives npm. */
export const stopAll = () =>
  Promise.all(
    [...children].map((child) => {
      if (existsSync(`/proc/${child.pid}`)) process.kill(innermost(child.pid), "SIGKILL");
      return ended(child, "SIGKILL");
    }),
  );

const ticks = Number(spawnSync("getconf", ["CLK_TCK"]).stdout) || 100;

/** Numbers of `/proc/<pid>/stat`, by the fields' places behind the name. */
function secondsOf(pid, places) {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return places.reduce((sum, place) => sum + Number(fields[place]), 0) / ticks;
}

/** Seconds of CPU that a process has used so far, in all threads, user and system. */
export const cpuSeconds = (pid) => secondsOf(pid, [11, 12]);

/** The same of its children that have ended, and of theirs. */
export const childrenCpuSeconds = (pid) => secondsOf(pid, [13, 14]);

/** A process's memory in MB; `VmRSS` is the current one, `VmHWM` the peak. */
export const memory = (pid, name = "VmRSS") =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "latin1"))[1]) / 1024;

/** The process itself or its first descendant that is a server: `npm start` is npm, and below it the server. */
export function innermost(pid) {
  // The server has children of its own, such as the examiner of uploads.
  if (readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("lib/server/start.mjs")) return pid;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const [child] = readFileSync(`/proc/${pid}/task/${task}/children`, "latin1").split(" ");
    if (child) return innermost(Number(child));
  }
  return pid;
}

/** A free port. */
export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
