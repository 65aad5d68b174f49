import { SharedRate } from "../../../services/limits/rate";
import { shared } from "../../../core/shared";

/** Searches of strangers by network, over the API and at `/search` together; answers from memory do not count. */
export const searches = shared("searches", () => new SharedRate("searches", "searches", 60));
