import { postgres } from "./dialect";
import { postgresSearch } from "./search-postgres";
import type { SearchIndex } from "./search-shape";
import { sqliteSearch } from "./search-sqlite";

/** The full-text search of this process's engine. */
export const searchIndex: SearchIndex = postgres ? postgresSearch : sqliteSearch;
