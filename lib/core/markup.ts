import { port } from "./port";

/** Writes React's elements as HTML. The renderer lies outside of the framework's bundles, which have none for a handler. */
export const markup = port<(element: unknown) => string>("the markup of a page");
