// A second load that is not our own, where it is installed: wrk.
import { spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { CONNECTIONS, cores, ended, start } from "./processes.mjs";

export const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;

/** Sends requests in the form that `against` takes, for whole seconds as wrk does. */
export const byWrk = (path, headers) => async (port, ms) => {
  const sent = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const child = start(
    cores.load,
    "wrk",
    ["-t1", `-c${CONNECTIONS}`, `-d${Math.max(1, Math.round(ms / 1000))}s`, ...sent, `http://127.0.0.1:${port}${path}`],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const told = await text(child.stdout);
  await ended(child);
  const [, requests, seconds] = /(\d+) requests in ([\d.]+)s/.exec(told) ?? [];
  if (!requests || /Non-2xx|Socket errors/.test(told)) throw new Error(`wrk: ${told}`);
  return { requests: Number(requests), seconds: Number(seconds) };
};
