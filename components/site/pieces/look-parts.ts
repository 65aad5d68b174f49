import type { ComponentType } from "react";
import type { FrontMastheadProps } from "./site-name";
import type { StoriesProps } from "./stories";

/** What stands above a post's text. */
export type HeaderPart = "cover" | "kicker" | "title" | "summary" | "meta";

/** What a look has that a style sheet cannot say. */
export type LookParts = {
  /** The head of the front page; else the site's name, its description and its sections. */
  Masthead?: ComponentType<FrontMastheadProps>;
  /** The layout that is a list of titles. */
  List?: ComponentType<StoriesProps>;
  /** The order of what stands above a post's text. */
  header: readonly HeaderPart[];
};
