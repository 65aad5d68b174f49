import { port } from "./port";

/** The address of the style of public pages, which changes with its content. */
export const styleSheet = port<() => string>("the style of public pages");
