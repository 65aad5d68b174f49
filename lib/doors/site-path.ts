import { sitePath } from "../core/site-path";

export { sitePath };

/** The sign-in page that leads back to a requested address. The framework adds `_rsc` to navigations inside the dashboard. */
export const signInBefore = (asked: string | null | undefined): string =>
  `/login?next=${encodeURIComponent(sitePath(asked?.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "")))}`;
