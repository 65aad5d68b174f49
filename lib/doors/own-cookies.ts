import { cookieNames } from "./host-cookie";

const own: ReadonlySet<string> = new Set(cookieNames.flatMap((name) => [name, `__Host-${name}`, `__Secure-${name}`]));

/**
 * The cookies of a `Cookie` header that this site gives. Others are of programs on the same host, or invented: the
 * framework takes quadratic time over the number of names.
 */
export const ownCookies = (header: string): string =>
  header
    .split(";")
    .filter((pair) => own.has(pair.split("=", 1)[0]?.trim() ?? ""))
    .join(";");
