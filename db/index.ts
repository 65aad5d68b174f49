// What operations see of storage. Opening it is db/open.ts: Next bundles operations, never the drivers.
export { columnsFrom } from "./columns";
export { placesFor, prepared } from "./prepared";
export { searchIndex } from "./search";
export type { Database } from "./sqlite";
