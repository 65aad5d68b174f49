import { routes } from "../api/routes";
import { postgres } from "../../db/dialect";
import { system } from "../core/access";
import { endpoint } from "../doors/endpoint";
import { createPost } from "../posts/mutations";

/** So many that what they run is compiled, and few enough that it takes a moment only. */
const TIMES = 40;

class NotKept extends Error {}

const text = Array.from({ length: 6 }, (_, i) => `## Part ${i}\n\nSome *words* with [a link](/about), \`code\` and **more** of them.\n\n- one\n- two\n\n> Said ${i} times.`).join("\n\n");

/**
 * Has the API create posts whose transactions are not kept, so that the first that are need not wait for the
 * compiler. PostgreSQL is left alone: it would not give their numbers out again.
 */
export async function rehearse(goesOn: () => boolean): Promise<void> {
  const route = routes.find(({ operation }) => operation === createPost);
  if (!route || postgres) return;
  const answer = endpoint(route);
  const url = new URL("http://localhost/api/admin/posts");
  for (let i = 0; i < TIMES && goesOn(); i += 1) {
    const body = JSON.stringify({ title: `Rehearsal ${i}`, originalContent: `${text} ${i}`, status: "PUBLISHED", categoryIds: [], tagIds: [], metas: [] });
    const headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
    const received = { request: new Request(url, { method: "POST", headers, body }), url, params: {} };
    await answer(system, received, () => Promise.reject(new NotKept())).catch((error: unknown) => {
      if (!(error instanceof NotKept)) throw error;
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
}
