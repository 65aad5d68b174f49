import { type Actor, can, system } from "../core/access";
import { AppError } from "../core/errors";
import { endpoint, type Route } from "../doors/endpoint";
import { routes } from "./routes";

/** The addresses of every list that is managed over the API: what is read without naming any record. */
export const managedLists: readonly string[] = routes
  .filter(({ method, path }) => method === "GET" && path.startsWith("/admin/") && !path.includes("{"))
  .filter(({ operation }) => operation.input.safeParse({}).success)
  .map(({ path }) => `/api${path}`);

/** The program itself, limited to what a token for content may do. */
const writer: Actor = { ...system, scopes: ["content:write"] };

/** What such a token may create from a body alone, all of it in one transaction: nothing of it leaves the database. */
const isCreation = ({ operation, manner, path }: Route): boolean =>
  manner.created === true &&
  manner.upload !== true &&
  !path.includes("{") &&
  operation.kind === "mutation" &&
  can(writer, operation.can) &&
  operation.example !== undefined;

/** Thrown at the end of a rehearsal, so that its transaction is rolled back. */
class Rehearsed extends Error {}

async function undo(): Promise<never> {
  throw new Rehearsed("This was a rehearsal.");
}

function rehearsalOf(route: Route): () => Promise<void> {
  const answer = endpoint(route);
  return async () => {
    const url = new URL(`http://localhost/api${route.path}`);
    const body = JSON.stringify(route.operation.example);
    const headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
    const request = new Request(url, { method: route.method, headers, body });
    try {
      await answer(writer, { request, url, params: {} }, undo);
    } catch (error) {
      // The example may name what this site does not have, or a name that is taken.
      if (!(error instanceof Rehearsed || error instanceof AppError)) throw error;
    }
  };
}

/**
 * Creates one of each kind as the program and undoes it, so that statements are prepared and programs loaded before a
 * writer comes. Nothing is stored, logged or told.
 */
export const rehearsals: readonly (() => Promise<void>)[] = routes.filter(isCreation).map(rehearsalOf);
