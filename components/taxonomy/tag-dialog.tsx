"use client";
import { useTranslations } from "next-intl";
import { createTagAction, updateTagAction } from "../../app/admin/tags/actions";
import { FormDialog } from "../resource/form-dialog";
import type { ListedTag } from "./tag-list";

/** Colours that go together and have contrast to ink, in both schemes. */
const palette = ["#3b6ea5", "#2f8f83", "#3f8f5b", "#8a9a3b", "#c08a1e", "#a8341a", "#b4527e", "#6a5fb0", "#8c8f94"];

/** Makes or changes a tag. */
export function TagDialog({ tag, onClose }: { tag?: ListedTag; onClose: () => void }) {
  const t = useTranslations("taxonomy.tags");
  return (
    <FormDialog
      title={tag ? t("editTitle") : t("newTitle")}
      words="taxonomy.tags"
      fields={[
        { name: "name", kind: "text" },
        { name: "slug", kind: "text" },
        { name: "color", kind: "color", palette },
        { name: "series", kind: "switch" },
      ]}
      schema={async () => (await import("../../lib/features/taxonomy/tags/schema")).newTag}
      values={{
        name: tag?.name ?? "",
        slug: tag?.slug ?? "",
        color: tag?.color ?? palette[0] ?? "",
        series: tag?.series ?? false,
      }}
      record={tag}
      send={(values, asRead) => (tag ? updateTagAction({ ...values, tagId: tag.id }, asRead) : createTagAction(values))}
      done={({ name }) => t("saved", { name })}
      onClose={onClose}
    />
  );
}
