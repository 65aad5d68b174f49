import { port } from "./port";
import type { SiteFonts } from "./appearance";

/** The address of the style of public pages with these fonts, which changes with its content. */
export const styleSheet = port<(fonts: SiteFonts) => string>("the style of public pages");
