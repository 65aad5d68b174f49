import { useTranslations } from "next-intl";
import type { ImportOverview } from "../../lib/features/moving/imports/schema";
import { Field } from "../ui/field";
import { Select } from "../ui/select";
import type { Choices } from "./choices";

type Props = { left: ImportOverview["left"]; choices: Choices; onChange: (change: Partial<Choices>) => void };
type Choice = NonNullable<ImportOverview["left"][number]["offer"]>["choice"];

/** The names that a choice may hold: those that are left, with their numbers, and those that are chosen already. */
function namesOf(left: Props["left"], choice: Choice, chosen: readonly string[]): [name: string, count: number][] {
  const names = new Map(chosen.map((name) => [name, 0]));
  for (const { offer, count } of left)
    if (offer?.choice === choice) names.set(offer.name, (names.get(offer.name) ?? 0) + count);
  return [...names].sort(([a], [b]) => a.localeCompare(b));
}

const Box = ({ label, checked, onChange }: { label: string; checked: boolean; onChange: (is: boolean) => void }) => (
  <label className="flex min-h-7 items-start gap-2.5">
    <input type="checkbox" className="mt-1" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    <span className="min-w-0 wrap-anywhere">{label}</span>
  </label>
);

/** What the file holds besides and may be taken over. */
export function Offers({ left, choices, onChange }: Props) {
  const t = useTranslations("imports.choices");
  const { types, taxonomies, pingbacks } = choices;
  const typeNames = namesOf(left, "types", Object.keys(types));
  const taxonomyNames = namesOf(left, "taxonomies", taxonomies);
  const pings = namesOf(left, "pingbacks", []).reduce((sum, [, count]) => sum + count, 0);
  const hasPings = pings > 0 || pingbacks;
  if (typeNames.length + taxonomyNames.length === 0 && !hasPings) return null;
  const setType = (name: string, as: string) => {
    const { [name]: _before, ...others } = types;
    onChange({ types: as === "post" || as === "sheet" ? { ...others, [name]: as } : others });
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-[540]">{t("offers")}</legend>
      {typeNames.map(([name, count]) => (
        <Field key={name} label={t("types", { name, count })} hint={t("typesHint")}>
          <Select value={types[name] ?? "leave"} onChange={({ target }) => setType(name, target.value)}>
            {(["leave", "post", "sheet"] as const).map((as) => (
              <option key={as} value={as}>
                {t(`typeTexts.${as}`)}
              </option>
            ))}
          </Select>
        </Field>
      ))}
      {taxonomyNames.map(([name, count]) => (
        <Box
          key={name}
          label={t("taxonomies", { name, count })}
          checked={taxonomies.includes(name)}
          onChange={(is) =>
            onChange({ taxonomies: is ? [...taxonomies, name] : taxonomies.filter((each) => each !== name) })
          }
        />
      ))}
      {hasPings && (
        <Box
          label={t("pingbacks", { count: pings })}
          checked={pingbacks}
          onChange={(is) => onChange({ pingbacks: is })}
        />
      )}
    </fieldset>
  );
}
