// Lets one program at a time install and build in a folder. Plain JavaScript without packages: it runs before they are
// installed.
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds between signs of life of the working program, and between looks of waiting ones. */
const BEAT_MS = 500;
/** Milliseconds without a sign of life after which a program counts as killed. */
const SILENCE_MS = 20_000;

/** Creates the file unless it exists. @param {string} file @param {string} text */
function create(file, text) {
  try {
    writeFileSync(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Whether a program of this machine has ended. @param {number} pid */
function hasEnded(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** Whether the program behind this mark has ended. @param {string} file */
function isLeftBehind(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > SILENCE_MS) return true;
    const [host, pid] = readFileSync(file, "utf8").split(" ");
    return host === hostname() && hasEnded(Number(pid));
  } catch (error) {
    // The other program has removed it meanwhile.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/** Removes an abandoned mark; restores it if another program has just replaced it. @param {string} file */
function takeAway(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (!isLeftBehind(aside)) linkSync(aside, file);
  } catch {
    // Another one removed it first.
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Runs `work` when no other program works in this folder; calls `sayWaiting` if that takes a wait.
 * @template T
 * @param {string} file The mark of the working program.
 * @param {() => void} sayWaiting
 * @param {() => Promise<T>} work
 */
export async function inTurn(file, sayWaiting, work) {
  const own = `${hostname()} ${process.pid} ${Date.now()}`;
  for (let said = false; !create(file, own); said = true) {
    if (!said) sayWaiting();
    if (isLeftBehind(file)) takeAway(file);
    else await pause(BEAT_MS);
  }
  const isOwn = () => {
    try {
      return readFileSync(file, "utf8") === own;
    } catch {
      return false;
    }
  };
  const letGo = () => {
    if (isOwn()) rmSync(file, { force: true });
  };
  const beat = setInterval(() => {
    if (isOwn()) utimesSync(file, new Date(), new Date());
  }, BEAT_MS);
  process.on("exit", letGo);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off("exit", letGo);
    letGo();
  }
}
