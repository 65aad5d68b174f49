import { posts } from "../../../db/schema";
import { visibilityOf } from "./texts";

/** The condition that every reader of posts goes through: what is not for this actor is not found. */
export const visibleTo = visibilityOf(posts);
