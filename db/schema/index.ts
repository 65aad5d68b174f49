export * from "./categories";
export * from "./events";
export * from "./jobs";
export * from "./options";
export * from "./posts";
export * from "./tags";
export * from "./users";
export * from "./webhooks";
