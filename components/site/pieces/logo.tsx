/** A picture in place of the site's name; with its size where that is known. */
export type LogoPicture = { url: string; width?: number; height?: number };
/** `dark` is for visitors whose system is dark. */
export type Logos = { usual: LogoPicture; dark: LogoPicture | null } | null;

/** The site's logo, which its name describes; the name where there is none. */
export function Logo({ of, name }: { of: Logos; name: string }) {
  if (!of) return name;
  const { url, ...size } = of.usual;
  const picture = <img src={url} {...size} alt={name} />;
  return of.dark ? (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={of.dark.url} width={of.dark.width} height={of.dark.height} />
      {picture}
    </picture>
  ) : (
    picture
  );
}
