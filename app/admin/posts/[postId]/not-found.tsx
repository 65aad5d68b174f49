import { getTranslations } from "next-intl/server";
import { Missing } from "../../../../components/admin/missing";

/** A post that is not there any more, or is somebody else's. */
export default async function PostNotFound() {
  const t = await getTranslations("admin.missing");
  return <Missing title={t("postTitle")} text={t("postText")} />;
}
