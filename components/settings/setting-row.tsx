"use client";
import { useFormatter, useTranslations } from "next-intl";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useDesk } from "../admin/desk";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";
import { BytesControl, unitOf } from "./bytes-control";
import { Row } from "./row";
import type { ShownSetting } from "./shown-setting";

type Props = {
  setting: ShownSetting;
  isFound: boolean;
  value: string;
  field: UseFormRegisterReturn;
  onValue: (value: string) => void;
  errorOf: (own: (type: string) => string | undefined) => string | undefined;
};

/** A setting with the control of its kind. */
export function SettingRow({ setting, isFound, value, field, onValue, errorOf }: Props) {
  const t = useTranslations("settings");
  const format = useFormatter();
  const { shell } = useDesk();
  const { key, kind, unit, label, text, min, max, choices, names, fallback, wrong } = setting;
  const bytes = (count: number) => `${format.number(count / unitOf(count))} ${t(`units.${unitOf(count)}`)}`;
  const bounds =
    kind !== "number" || min === null || max === null
      ? undefined
      : unit === "bytes"
        ? t("byteBounds", { some: min > 1 ? "yes" : "no", min: bytes(min), max: bytes(max) })
        : t("bounds", { min, max });
  const error = errorOf((type) => bounds ?? (type === "too_long" ? undefined : wrong));
  const control = {
    id: key,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": [`${key}-text`, error && `${key}-error`, bounds && `${key}-bounds`].filter(Boolean).join(" "),
  };
  const named = () => {
    if (kind === "boolean") return t(fallback === "true" ? "on" : "off");
    if (kind === "choice") return names[fallback] ?? fallback;
    if (unit === "bytes") return bytes(Number(fallback));
    return fallback === "" ? t("empty") : fallback;
  };
  const below = (
    <p className="flex flex-wrap gap-x-3 text-[0.8rem] text-soft">
      {bounds && <span id={`${key}-bounds`}>{bounds}</span>}
      {value !== fallback && (
        <>
          <span className="break-words [overflow-wrap:anywhere]">{t("isDefault", { value: named() })}</span>
          <button
            type="button"
            className="text-ink underline underline-offset-3"
            aria-label={t("toDefaultNamed", { name: label })}
            onClick={() => onValue(fallback)}
          >
            {t("toDefault")}
          </button>
        </>
      )}
    </p>
  );
  const isFixed = key === "site_url" && shell.siteUrlIsSet;
  const says = isFixed ? `${text} ${t("fixedAddress")}` : text;
  return (
    <Row
      name={key}
      id={key}
      label={label}
      text={says}
      error={error}
      isFound={isFound}
      isNarrow={kind === "boolean"}
      {...(kind === "boolean" && value === fallback ? {} : { below })}
    >
      {kind === "boolean" ? (
        <input
          {...control}
          type="checkbox"
          role="switch"
          name={key}
          className="switch justify-self-end"
          checked={value === "true"}
          onChange={({ target }) => onValue(String(target.checked))}
        />
      ) : choices ? (
        <Select {...control} {...field} className="w-full">
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {names[choice] ?? choice.replaceAll("_", " ")}
            </option>
          ))}
        </Select>
      ) : kind === "lines" ? (
        <Textarea {...control} {...field} rows={4} spellCheck={false} className="font-mono text-[0.82rem]" />
      ) : unit === "bytes" ? (
        <BytesControl control={control} label={label} field={field} value={value} onValue={onValue} />
      ) : (
        <Input
          {...control}
          {...field}
          autoComplete="off"
          {...(kind === "number" && { inputMode: "numeric" as const, className: "max-w-40" })}
          {...(kind === "address" && { inputMode: "url" as const, spellCheck: false })}
        />
      )}
    </Row>
  );
}
