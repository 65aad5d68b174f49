import { getTranslations } from "next-intl/server";
import { Missing } from "../../components/admin/missing";

/** An address of the dashboard where nothing is, or nothing for whoever asks. */
export default async function NotFound() {
  const t = await getTranslations("admin.missing");
  return <Missing title={t("title")} text={t("text")} />;
}
