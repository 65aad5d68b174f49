import type { PublicPostItem } from "../../../lib/features/writing/schema";
import type { Covered } from "./cover";
import type { ListStyle, Signed } from "./story";

/** What a list of stories shows. */
export type StoriesProps = { stories: readonly (PublicPostItem & Covered & Signed)[]; site: ListStyle };
