import { visitor } from "../core/access";
import { toAppError } from "../core/errors";
import { type Ask, questionOf } from "../core/questions";
import { isPlace, places } from "../features/site/places";
import { builtRoutes, routeFinder } from "./routes";

let find: ReturnType<typeof routeFinder> | undefined;

/** Read when it is first needed: while developing there is no build. */
const routeOf: ReturnType<typeof routeFinder> = (path) => (find ??= routeFinder(builtRoutes()))(path);

/** Whether any page may be at a path; what only the framework can tell may be. */
export const hasRoute = (path: string): boolean => routeOf(path) !== null;

/**
 * Asks, as a stranger, for what would stand at an address, which costs much less than having the framework make a page
 * that says that nothing does. What was found out is put down for the page.
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
    // The compiler cannot see that the parameters are those of the route.
    await (places[found.route] as (ask: Ask, params: unknown) => Promise<unknown>)(ask, found.params);
    return true;
  } catch (thrown) {
    const { code } = toAppError(thrown);
    if (code === "not_found" || code === "invalid") return false;
    throw thrown;
  }
}
