import { useTranslations } from "next-intl";
import type { ImportOverview } from "../../lib/features/moving/imports/schema";
import { CheckField } from "../ui/check-field";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
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

/** The accounts here of authors that the files name; without one, their texts belong to whoever imports. */
export function Authors({
  left,
  choices: { authorMap },
  failures,
  onChange,
}: Props & { failures: Readonly<Record<string, string>> }) {
  const t = useTranslations("imports.choices");
  const names = namesOf(left, "authorMap", Object.keys(authorMap));
  if (names.length === 0) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="font-[540]">{t("authors")}</legend>
      <p className="text-[0.84rem] text-soft">{t("authorsHint")}</p>
      {names.map(([name, count]) => (
        <Field key={name} label={t("author", { name, count })} error={failures[`authorMap.${name}`]}>
          <Input
            autoComplete="off"
            autoCapitalize="none"
            placeholder={t("username")}
            value={authorMap[name] ?? ""}
            onChange={({ target }) => onChange({ authorMap: { ...authorMap, [name]: target.value } })}
          />
        </Field>
      ))}
    </fieldset>
  );
}

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
        <CheckField
          key={name}
          label={t("taxonomies", { name, count })}
          checked={taxonomies.includes(name)}
          onChange={({ target }) =>
            onChange({
              taxonomies: target.checked ? [...taxonomies, name] : taxonomies.filter((each) => each !== name),
            })
          }
        />
      ))}
      {hasPings && (
        <CheckField
          label={t("pingbacks", { count: pings })}
          checked={pingbacks}
          onChange={({ target }) => onChange({ pingbacks: target.checked })}
        />
      )}
    </fieldset>
  );
}
