"use client";
import { useTranslations } from "next-intl";
import { takeRedirectsAction } from "../../app/admin/tools/redirects/actions";
import { FormDialog } from "../resource/form-dialog";
import { CsvField } from "./csv-field";

/** Takes a table of redirects, pasted from a file or a spreadsheet. */
export function TableDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("redirects");
  return (
    <FormDialog
      title={t("take").replace(/\s*…+$/, "")}
      description={t("takeText")}
      words="redirects"
      fields={[{ name: "csv", kind: "own", field: (props) => <CsvField {...props} /> }]}
      schema={async () => (await import("../../lib/features/redirects/schema")).redirectTable}
      values={{ csv: "from,to,match,status\n" }}
      send={(values) => takeRedirectsAction(values)}
      done={(counts) => t("done.taken", counts)}
      onClose={onClose}
      action={t("takeAction")}
    />
  );
}
