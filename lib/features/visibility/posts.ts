import { posts } from "../../../db/schema";
import { visibilityOf } from "./texts";

/** The condition of every reader of posts: one that this actor may not see is not found. */
export const visibleTo = visibilityOf(posts);
