import { useTranslations } from "../../lib/doors/words";

/** The longest keyword, in characters. */
const LONGEST = 100;

type Choice = { value: string; name: string };
/** What a search may be narrowed down to, with what was chosen. */
export type SearchFilters = Record<"category" | "tag" | "year", { chosen: string; choices: readonly Choice[] }>;

function Filters({ filters }: { filters: SearchFilters }) {
  const t = useTranslations("search");
  const names = (["category", "tag", "year"] as const).filter((name) => filters[name].choices.length > 1);
  if (names.length === 0) return null;
  return (
    <p className="filters">
      {names.map((name) => (
        <select key={name} name={name} aria-label={t(name)} defaultValue={filters[name].chosen}>
          <option value="">{t(`any.${name}`)}</option>
          {filters[name].choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.name}
            </option>
          ))}
        </select>
      ))}
    </p>
  );
}

/** The search field, an ordinary form with an address of its own. With `keyword` it is on its own page. */
export function SearchForm({ keyword, filters }: { keyword?: string; filters?: SearchFilters }) {
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
      {filters && <Filters filters={filters} />}
    </form>
  );
}
