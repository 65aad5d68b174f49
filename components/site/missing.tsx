import { getTranslations } from "next-intl/server";
import { Notice } from "./notice";
import { SearchForm } from "./search-form";

/** Says that there is nothing at this address, and where to go on. */
export async function Missing() {
  const t = await getTranslations("missing");
  return (
    <main id="main">
      <Notice heading="h1" title={t("title")} text={t("text")} action={{ href: "/", label: t("action") }}>
        <SearchForm />
      </Notice>
    </main>
  );
}
