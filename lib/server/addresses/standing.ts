import { visitor } from "../../core/access";
import { toAppError } from "../../core/errors";
import { type Ask, questionOf } from "../../core/questions";
import { isPlace, places } from "../../features/site/places";
import { builtRoutes } from "../../patches/built-routes";
import { routeFinder } from "./routes";

let find: ReturnType<typeof routeFinder> | undefined;

function finder(): ReturnType<typeof routeFinder> {
  const routes = builtRoutes();
  return routes === null ? () => undefined : routeFinder(routes);
}

/** Read when it is first needed: while developing there is no build. */
const routeOf: ReturnType<typeof routeFinder> = (path) => (find ??= finder())(path);

/** Whether a page may be at a path; true where only the framework can tell. */
export const hasRoute = (path: string): boolean => routeOf(path) !== null;

/**
 * Runs the query of an address as a stranger, which costs much less than rendering a page that says that nothing is
 * there. The page gets the answer.
 */
export async function mayStand(url: string, answers: Map<string, unknown>): Promise<boolean> {
  const found = routeOf(url.split("?", 1)[0] ?? "/");
  if (!found || !isPlace(found.route)) return found !== null;
  const ask: Ask = async (query, input) => {
    const answer = await query(visitor, input);
    answers.set(questionOf(query, input), answer);
    return answer;
  };
  try {
    // TypeScript cannot see that these parameters are the route's.
    await (places[found.route] as (ask: Ask, params: unknown) => Promise<unknown>)(ask, found.params);
    return true;
  } catch (thrown) {
    const { code } = toAppError(thrown);
    if (code === "not_found" || code === "invalid") return false;
    throw thrown;
  }
}
