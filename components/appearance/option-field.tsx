"use client";
import { clsx } from "clsx";
import type { UseFormRegisterReturn } from "react-hook-form";
import { siteLooks } from "../../lib/core/looks";
import { PictureField } from "../media/picker/picture-field";
import type { ShownSetting } from "../settings/shown-setting";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Textarea } from "../ui/textarea";
import { accentColours } from "./accent-colours";
import { LookSketch } from "./look-sketch";

const isAccent = (name: string): name is keyof typeof accentColours => name in accentColours;
const isLook = (name: string): name is keyof typeof siteLooks => name in siteLooks;

type Props = {
  setting: ShownSetting;
  value: string;
  field: UseFormRegisterReturn;
  onValue: (value: string) => void;
  error?: string;
};

/** One of a few, all of which are seen. */
function Choices({ setting: { key, label, text, choices, names }, field }: Pick<Props, "setting" | "field">) {
  return (
    <fieldset>
      {/* The look has a section of the same name. */}
      <legend className={key === "site_look" ? "sr-only" : "mb-1.5 text-[0.82rem] font-[540]"}>{label}</legend>
      <div className={key === "site_look" ? "grid grid-cols-2 gap-2 sm:grid-cols-3" : "flex flex-wrap gap-1.5"}>
        {choices?.map((choice) => (
          <label
            key={choice}
            className={clsx(
              "relative flex min-h-9 cursor-pointer gap-2 rounded-md border bg-raised text-[0.86rem]",
              key === "site_look" ? "flex-col p-2" : "items-center px-3 py-1.5",
              "has-checked:border-ink has-checked:bg-ink/5 has-checked:shadow-[inset_0_0_0_1px_var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
            )}
          >
            <input
              type="radio"
              value={choice}
              {...field}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {key === "site_look" && isLook(choice) && <LookSketch of={choice} />}
            {key === "site_accent" && isAccent(choice) && (
              <svg aria-hidden viewBox="0 0 2 2" className="size-3.5 shrink-0">
                <circle cx="1" cy="1" r="0.93" fill={accentColours[choice]} stroke="var(--edge)" strokeWidth="0.14" />
              </svg>
            )}
            {names[choice] ?? choice}
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-[0.8rem] text-soft">{text}</p>
    </fieldset>
  );
}

/** An option of the appearance with the control of its kind. */
export function OptionField({ setting, value, field, onValue, error }: Props) {
  const { kind, label, text, key } = setting;
  const frame = { label, hint: text, ...(error && { error }) };
  if (kind === "choice") return <Choices setting={setting} field={field} />;
  if (kind === "boolean")
    return (
      <label className="grid grid-cols-[1fr_auto] items-start gap-x-4">
        <span className="text-[0.82rem] font-[540]">{label}</span>
        <input
          type="checkbox"
          role="switch"
          name={key}
          className="switch"
          aria-describedby={`about-${key}`}
          checked={value === "true"}
          onChange={({ target }) => onValue(String(target.checked))}
        />
        <span id={`about-${key}`} className="text-[0.8rem] text-soft">
          {text}
        </span>
      </label>
    );
  if (kind === "picture")
    return (
      <div
        className={clsx(key === "site_logo_dark" && "[&_img]:bg-[#151412]", "[&_img]:max-h-24 [&_img]:object-contain")}
      >
        <PictureField {...frame} value={value} onChange={onValue} />
      </div>
    );
  if (kind === "code")
    return (
      <Field {...frame}>
        <Textarea
          {...field}
          rows={5}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          placeholder="<script>…</script>"
          className="font-mono text-[0.82rem]"
        />
      </Field>
    );
  if (kind === "lines")
    return (
      <Field {...frame}>
        <Textarea {...field} rows={3} />
      </Field>
    );
  return (
    <Field {...frame}>
      <Input {...field} autoComplete="off" spellCheck={false} />
    </Field>
  );
}
