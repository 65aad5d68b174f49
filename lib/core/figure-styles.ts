import { port } from "./port";

/** The style of what only some texts hold, such as galleries, by name; a page brings that of what is in it. */
export const figureStyles = port<() => ReadonlyMap<string, string>>("the style of figures", () => new Map());
