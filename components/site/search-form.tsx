import { useTranslations } from "../../lib/doors/words";

/** The longest keyword, in characters. */
const LONGEST = 100;

/** The search field, an ordinary form with an address of its own. With `keyword` it is on its own page. */
export function SearchForm({ keyword }: { keyword?: string }) {
  const t = useTranslations("search");
  return (
    <form className="seek" role="search" action="/search">
      <label className="sr-only" htmlFor="keyword">
        {t("label")}
      </label>
      <input
        id="keyword"
        type="search"
        name="keyword"
        defaultValue={keyword}
        placeholder={t("label")}
        maxLength={LONGEST}
        required
        autoFocus={keyword === ""}
      />
      <button className="button">{t("submit")}</button>
    </form>
  );
}
