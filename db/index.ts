// The part of storage that operations see. db/open.ts opens it, so that Next bundles operations without the drivers.
export { aside } from "./aside";
export { columnsFrom } from "./columns";
export { type AnyTable, dependentsOf, foreignKeysOf, namesBelow, tableNamed } from "./dependents";
export { highestTaken } from "./highest-number";
export { continueNumbers } from "./numbers";
export { placesFor, prepared } from "./prepared";
export { searchIndex } from "./search";
export type { Database } from "./sqlite";
export { insertMissing, isOneOfTexts, MOST_IN_LIST } from "./many-rows";
