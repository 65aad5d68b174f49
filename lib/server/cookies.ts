/** Cookies that make an answer somebody's own: sign-in, passwords shown, previews, comments that wait. */
export const personalCookies =
  /(?:^|;\s*)(?:(?:__Host-|__Secure-)?(?:next-auth\.session-token[\w.-]*|unlock|preview|waiting))=/;

/** The colours a visitor has chosen, `auto` for those of their system; "" leaves it to the site. */
export function readScheme(cookie: string): "" | "light" | "dark" | "auto" {
  const chosen = /(?:^|;\s*)scheme=(light|dark|auto)(?:;|$)/.exec(cookie)?.[1];
  return chosen === "light" || chosen === "dark" || chosen === "auto" ? chosen : "";
}
