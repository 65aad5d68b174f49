import { postgres } from "./dialect";
import { postgresSearch } from "./search-postgres";
import type { SearchIndex } from "./search-shape";
import { sqliteSearch } from "./search-sqlite";

/** Full-text search of the engine this process speaks. */
export const searchIndex: SearchIndex = postgres ? postgresSearch : sqliteSearch;
