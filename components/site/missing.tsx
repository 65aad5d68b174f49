import { useTranslations } from "../../lib/doors/words";
import { Notice } from "./notice";
import { SearchForm } from "./search-form";

/** Says that nothing is at this address, and where to go on. */
export function Missing() {
  const t = useTranslations("missing");
  return (
    <main id="main">
      <Notice heading="h1" title={t("title")} text={t("text")} action={{ href: "/", label: t("action") }}>
        <SearchForm />
      </Notice>
    </main>
  );
}
