"use client";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, MouseEvent } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { isUsable } from "../media/picker/usable";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import type { Fields } from "./edits";

const STEP = 5;
const moves = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] } as const;
const isMove = (key: string): key is keyof typeof moves => key in moves;
const within = (value: number) => Math.min(100, Math.max(0, Math.round(value)));

/** The point of the cover that stays in sight where it is cut: by a click, by arrow keys, or by numbers. */
export function FocusField({ address }: { address: string }) {
  const t = useTranslations("editor.settings");
  const { control, register, setValue, formState } = useFormContext<Fields>();
  const [x, y] = useWatch({ control, name: ["coverX", "coverY"] });
  const put = (left: number, top: number) => {
    setValue("coverX", within(left), { shouldDirty: true });
    setValue("coverY", within(top), { shouldDirty: true });
  };
  const onClick = ({ detail, clientX, clientY, currentTarget }: MouseEvent) => {
    // The Enter key clicks nowhere.
    if (detail === 0) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    put(((clientX - left) / width) * 100, ((clientY - top) / height) * 100);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isMove(event.key)) return;
    event.preventDefault();
    const [right, down] = moves[event.key];
    put(x + right, y + down);
  };
  const isWrong = formState.errors.coverX !== undefined || formState.errors.coverY !== undefined;
  const asNumber = { setValueAs: (value: string | number) => (value === "" ? 50 : Number(value)) };
  return (
    // Closed, it would hide what is wrong with a number.
    <details open={isWrong || undefined}>
      <summary className="w-fit cursor-pointer text-[0.82rem] font-[540]">{t("coverFocus")}</summary>
      {isUsable(address) && (
        <button
          type="button"
          aria-label={t("coverPoint", { x, y })}
          className="relative mt-2 w-fit cursor-crosshair"
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <img src={address} alt="" draggable={false} className="max-h-44 max-w-full rounded-md border bg-ink/5" />
          <span
            aria-hidden
            className="pointer-events-none absolute size-4 -translate-1/2 rounded-full border-2 border-white bg-black/40 shadow"
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        </button>
      )}
      <div className="mt-2 grid grid-cols-2 gap-2">
        <Field label={t("coverX")} error={formState.errors.coverX?.message}>
          <Input type="number" min={0} max={100} {...register("coverX", asNumber)} />
        </Field>
        <Field label={t("coverY")} error={formState.errors.coverY?.message}>
          <Input type="number" min={0} max={100} {...register("coverY", asNumber)} />
        </Field>
      </div>
      <p className="mt-1.5 text-[0.8rem] text-soft">{t("coverFocusHint")}</p>
    </details>
  );
}
