/** Cookies that make an answer somebody's own: sign-in, passwords shown, previews. */
export const personalCookies = /(?:^|;\s*)(?:(?:__Host-|__Secure-)?(?:next-auth\.[\w.-]+|unlock|preview))=/;

/** The colours a visitor has chosen; "" leaves it to their system. */
export function readScheme(cookie: string): "" | "light" | "dark" {
  const chosen = /(?:^|;\s*)scheme=(light|dark)(?:;|$)/.exec(cookie)?.[1];
  return chosen === "light" || chosen === "dark" ? chosen : "";
}
