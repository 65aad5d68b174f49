export type Scheme = "light" | "dark";

/** Wears these colours at once and remembers them in this browser; null leaves it to the system. */
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
