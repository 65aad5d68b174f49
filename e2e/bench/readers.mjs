// Readers that come at a steady pace while the server does something else.
import { fetchRaw } from "./site.mjs";

const EACH_MS = 50;

/**
 * Twenty requests a second, through `requests` in turn, until `work` has ended; returns what it returned and the 95th
 * percentile of the answers in milliseconds, from the moment at which each was due.
 * @template T @param {number} port @param {{ path: string, headers?: Record<string, string> }[]} requests
 * @param {() => Promise<T>} work @returns {Promise<{ result: T, p95: number, answers: number }>}
 */
export async function whileReading(port, requests, work) {
  const took = [];
  const running = [];
  const done = new AbortController();
  const pace = (async () => {
    const began = performance.now();
    for (let n = 0; !done.signal.aborted; n += 1) {
      const due = began + n * EACH_MS;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const { path, headers = {} } = requests[n % requests.length];
      running.push(
        fetchRaw(port, path, headers).then(({ status }) => {
          if (status !== 200) throw new Error(`${path} answers ${status}`);
          took.push(performance.now() - due);
        }),
      );
    }
  })();
  try {
    const result = await work();
    done.abort();
    // Its last request is begun after this.
    await pace;
    await Promise.all(running);
    took.sort((a, b) => a - b);
    return { result, p95: took[Math.floor(took.length * 0.95)] ?? 0, answers: took.length };
  } finally {
    done.abort();
  }
}
