export type Scheme = "light" | "dark";

/** Applies a colour scheme and stores it in this browser; null follows the system. */
export function chooseScheme(scheme: Scheme | null): void {
  const { documentElement: page } = document;
  if (scheme) page.dataset.scheme = scheme;
  else delete page.dataset.scheme;
  void fetch("/scheme", {
    method: "POST",
    body: new URLSearchParams({ scheme: scheme ?? "auto" }),
    redirect: "manual",
  });
}
