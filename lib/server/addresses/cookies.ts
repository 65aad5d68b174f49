/** The visitor's chosen colours, `auto` for those of their system; "" leaves it to the site. */
export function readScheme(cookie: string): "" | "light" | "dark" | "auto" {
  const chosen = /(?:^|;\s*)scheme=(light|dark|auto)(?:;|$)/.exec(cookie)?.[1];
  return chosen === "light" || chosen === "dark" || chosen === "auto" ? chosen : "";
}
