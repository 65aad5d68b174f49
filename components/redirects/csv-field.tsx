"use client";
import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import type { redirectTable } from "../../lib/features/redirects/schema";
import { ChooseFiles } from "../media/choose-files";
import type { OwnField } from "../resource/form-fields";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Textarea } from "../ui/textarea";

/** A table as text: read from a file, pasted from a spreadsheet, or typed. */
export function CsvField({ label, error, value, onChange, onBlur }: OwnField<z.input<typeof redirectTable>>) {
  const t = useTranslations("redirects");
  return (
    <div className="grid gap-2">
      <ChooseFiles
        several={false}
        accept=".csv,.txt,text/csv,text/plain"
        onFiles={([file]) => void file?.text().then(onChange)}
      >
        {(open) => (
          <Button size="small" className="justify-self-start" onClick={open}>
            <FileUp aria-hidden />
            {t("chooseFile")}
          </Button>
        )}
      </ChooseFiles>
      <Field label={label} {...(error && { error })}>
        <Textarea
          dir="ltr"
          rows={8}
          spellCheck={false}
          className="font-mono text-[0.82rem]"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      </Field>
    </div>
  );
}
