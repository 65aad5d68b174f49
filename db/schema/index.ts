export * from "./attachments";
export * from "./categories";
export * from "./events";
export * from "./options";
export * from "./photos";
export * from "./posts";
export * from "./tags";
export * from "./users";
