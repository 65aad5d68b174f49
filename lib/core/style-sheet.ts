import { port } from "./port";
import type { SiteFonts, SiteLook } from "./looks";

/** The address of the style of public pages of a look with these fonts, which changes with its content. */
export const styleSheet = port<(look: SiteLook, fonts: SiteFonts) => string>("the style of public pages");
