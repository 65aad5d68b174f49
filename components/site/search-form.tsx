import { useTranslations } from "../../lib/i18n/words";

/** As long as a keyword may be, in characters. */
const LONGEST = 100;

/** Asks for words, by an ordinary form that leads to an address of its own. With `keyword`, it is what its page is for. */
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
