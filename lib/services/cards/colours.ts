import type { accents, SiteLook } from "../../core/looks";

type Accent = (typeof accents)[number];
export type Colours = { paper: string; ink: string; soft: string; rule: string };

/** The accents on light and on dark paper (`app/(site)/tokens.css`). */
export const accentShades: Record<Accent, readonly [light: string, dark: string]> = {
  brick: ["#a8341a", "#ec8469"],
  sea: ["#1d5c8a", "#7db8e6"],
  pine: ["#2c6a3f", "#86c596"],
  plum: ["#7a3468", "#d894c6"],
  ochre: ["#7a5708", "#dcb45a"],
  ink: ["#3d3931", "#cfc8ba"],
};

/** Those of each look's light scheme (`components/site/looks`); a terminal is dark. */
export const lookColours: Record<SiteLook, Colours> = {
  broadsheet: { paper: "#fbfaf6", ink: "#1c1a17", soft: "#6b665d", rule: "#ddd8cc" },
  notebook: { paper: "#ffffff", ink: "#1b1f24", soft: "#5b646e", rule: "#dde2e7" },
  gallery: { paper: "#f4f4f5", ink: "#17181a", soft: "#5d5f65", rule: "#d9d9dd" },
  terminal: { paper: "#0b0f0c", ink: "#cfe3d2", soft: "#86998a", rule: "#2a352c" },
  diary: { paper: "#fcf6ea", ink: "#2a2320", soft: "#71655a", rule: "#e0d4bd" },
};

/** An accent in the shade that the paper of a look needs. */
export const accentOf = (look: SiteLook, accent: Accent): string => accentShades[accent][look === "terminal" ? 1 : 0];
