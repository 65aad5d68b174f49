import type { accents } from "../../lib/core/looks";

/** The colours of `site_accent`, as `app/(site)/tokens.css` has them for light. */
export const accentColours: Readonly<Record<(typeof accents)[number], string>> = {
  brick: "#a8341a",
  sea: "#1d5c8a",
  pine: "#2c6a3f",
  plum: "#7a3468",
  ochre: "#7a5708",
  ink: "#3d3931",
};
