"use client";
import { useTranslations } from "next-intl";
import { updateProfileAction } from "../../app/admin/profile/actions";
import type { Locale } from "../../lib/core/languages";
import type { User } from "../../lib/features/accounts/schema";
import { useDesk } from "../admin/desk";
import { Page } from "../admin/page";
import { PictureField } from "../media/picker/picture-field";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { MeanwhileNote } from "../ui/meanwhile";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";
import { sayDone } from "../ui/toaster";
import { useOperationForm } from "../ui/use-operation-form";
import { Avatar } from "./avatar";
import { Failure } from "../ui/failure";
import { Panel } from "./panel";
import { PasswordForm } from "./password-form";
import { useFreshPage } from "../ui/use-fresh-page";

type Props = {
  user: User;
  /** Its language where it is one of these, otherwise "". */
  locale: Locale | "";
  languages: readonly { locale: string; name: string }[];
  /** The name of the site's language. */
  siteLanguage: string;
  /** The names of all time zones. */
  zones: readonly string[];
};

/** One's own account: what readers see, and the password. */
export function ProfileView({ user, locale, languages, siteLanguage, zones }: Props) {
  const t = useTranslations("profile");
  const ui = useTranslations("ui");
  const refresh = useFreshPage();
  const mayUpload = useDesk().may("upload files");
  const isMoved = (email: string) => email.trim().toLowerCase() !== user.email.toLowerCase();
  const { register, watch, setValue, submit, errorOf, failure, meanwhile, isSubmitting } = useOperationForm({
    schema: async () => (await import("../../lib/features/accounts/schema")).profileChanges,
    values: {
      username: user.username,
      nickname: user.nickname,
      email: user.email,
      avatar: user.avatar,
      description: user.description,
      locale: locale,
      timeZone: user.timeZone,
      currentPassword: "",
    },
    record: user,
    // Sent only where it is needed, since a browser may fill it in by itself.
    send: ({ currentPassword, ...changes }, asRead) =>
      updateProfileAction(
        { ...changes, ...(isMoved(changes.email) && currentPassword && { currentPassword }) },
        asRead,
      ),
    done: () => {
      setValue("currentPassword", "");
      sayDone(t("saved"));
      void refresh();
    },
  });
  return (
    <Page title={t("title")}>
      <Panel title={t("you")} text={t("youText")}>
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
          <div className="flex items-center gap-4">
            <Avatar isOwn large name={watch("nickname")} src={errorOf("avatar") ? "" : (watch("avatar") ?? "")} />
            <Field label={t("nickname")} hint={t("nicknameHint")} error={errorOf("nickname")} className="grow">
              <Input {...register("nickname")} autoComplete="name" />
            </Field>
          </div>
          <Field label={t("username")} hint={t("usernameHint")} error={errorOf("username")}>
            <Input {...register("username")} autoComplete="username" spellCheck={false} autoCapitalize="none" />
          </Field>
          <Field label={t("email")} hint={t("emailHint")} error={errorOf("email")}>
            <Input {...register("email")} type="email" autoComplete="email" />
          </Field>
          {isMoved(watch("email")) && (
            <Field label={t("currentPassword")} hint={t("currentPasswordHint")} error={errorOf("currentPassword")}>
              <Input {...register("currentPassword")} type="password" autoComplete="current-password" />
            </Field>
          )}
          <Field label={t("description")} hint={t("descriptionHint")} error={errorOf("description")}>
            <Textarea {...register("description")} rows={3} />
          </Field>
          {mayUpload ? (
            <PictureField
              round
              label={t("picture")}
              value={watch("avatar") ?? ""}
              error={errorOf("avatar")}
              onChange={(url) => setValue("avatar", url, { shouldDirty: true, shouldValidate: true })}
            />
          ) : (
            <Field label={t("avatar")} hint={t("avatarHint")} error={errorOf("avatar")}>
              <Input {...register("avatar")} autoComplete="off" spellCheck={false} />
            </Field>
          )}
          <Field label={t("locale")} hint={t("localeHint")} error={errorOf("locale")}>
            <Select {...register("locale")}>
              <option value="">{t("localeOfSite", { language: siteLanguage })}</option>
              {languages.map(({ locale, name }) => (
                <option key={locale} value={locale} lang={locale}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t("timeZone")} hint={t("timeZoneHint")} error={errorOf("timeZone")}>
            <Select {...register("timeZone")}>
              <option value="">{t("zoneOfBrowser")}</option>
              {[...new Set([...zones, ...(user.timeZone ? [user.timeZone] : [])])].map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll("_", " ")}
                </option>
              ))}
            </Select>
          </Field>
          <Failure text={failure} />
          <MeanwhileNote meanwhile={meanwhile} labelOf={t} />
          <Button look="strong" type="submit" disabled={isSubmitting} className="justify-self-start">
            {ui("save")}
          </Button>
        </form>
      </Panel>
      <PasswordForm username={user.username} known={[user.username, user.nickname, user.email]} />
    </Page>
  );
}
