import { useTranslations } from "../../lib/doors/words";

/** The number of pages of a list; an empty one has one. */
export const pagesOf = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** Address of a page of the list that begins at `base`. */
export const pageAddress = (base: string, page: number): string =>
  page === 1 ? base : `${base === "/" ? "" : base}/page/${page}`;

type Props = {
  base: string;
  page: number;
  pages: number;
  address?: typeof pageAddress;
  /** How the pages before and after this one are called. */
  ways?: readonly ["newer", "older"] | readonly ["previous", "next"];
};

/** The pages before and after one of a list; nothing for a single page. */
export function Pager({ base, page, pages, address = pageAddress, ways: [before, after] = ["newer", "older"] }: Props) {
  const t = useTranslations("pager");
  if (pages < 2) return null;
  return (
    <nav className="pager" aria-label={t("label")}>
      {page > 1 && (
        <a rel="prev" href={address(base, page - 1)}>
          ← {t(before)}
        </a>
      )}
      <span className="meta">{t("page", { page, pages })}</span>
      {page < pages && (
        <a rel="next" href={address(base, page + 1)}>
          {t(after)} →
        </a>
      )}
    </nav>
  );
}
