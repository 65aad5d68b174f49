export * from "./categories";
export * from "./comments";
export * from "./events";
export * from "./options";
export * from "./posts";
export * from "./tags";
export * from "./users";
