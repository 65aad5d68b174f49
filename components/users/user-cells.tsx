"use client";
import { useTranslations } from "next-intl";
import { updateUserAction } from "../../app/admin/users/actions";
import { Avatar } from "../account/avatar";
import { useListing } from "../resource/listing";
import { RowTitle } from "../resource/row-title";
import { oneByOne } from "../resource/sending";
import { useSending } from "../resource/use-sending";
import { StateDot } from "../ui/badge";
import { Select } from "../ui/select";
import { When } from "../ui/when";
import { type ListedUser, userPlace } from "./list";

type Cell = { row: ListedUser };

export function UserName({ row: { id, nickname, username, email, avatar, isOwn } }: Cell) {
  const t = useTranslations("users");
  return (
    <span className="flex items-center gap-3">
      <Avatar name={nickname} src={avatar} />
      <span className="min-w-0 wrap-anywhere sm:min-w-36">
        <RowTitle href={`${userPlace.path}/${id}`} notes={[isOwn && t("you"), username, email]}>
          {nickname}
        </RowTitle>
      </span>
    </span>
  );
}

/** The role, which is changed here; the way back is the role before. */
export function UserRole({ row: { id, nickname, role: before } }: Cell) {
  const t = useTranslations("users");
  const { choices } = useListing();
  const { send, isBusy } = useSending("users");
  const change = (role: ListedUser["role"]) =>
    send(
      [id],
      oneByOne(
        (userId) => updateUserAction({ userId, role }, { role: before }),
        (userId) => updateUserAction({ userId, role: before }, { role }),
      ),
      "role",
    );
  return (
    <Select
      className="max-w-full sm:min-w-36"
      aria-label={t("roleOf", { name: nickname })}
      value={before}
      disabled={isBusy}
      onChange={({ target }) => change(target.value as ListedUser["role"])}
    >
      {choices?.role?.map(({ id: role, name }) => (
        <option key={role} value={role}>
          {name}
        </option>
      ))}
    </Select>
  );
}

export function UserState({ row: { suspended, mfaType } }: { row: Pick<ListedUser, "suspended" | "mfaType"> }) {
  const t = useTranslations("users");
  return (
    <>
      <StateDot dot={suspended ? "wrong" : "good"}>{suspended ? t("suspended") : t("active")}</StateDot>
      {mfaType !== "NONE" && <span className="block text-[0.82rem] text-soft max-sm:inline"> {t("factorOn")}</span>}
    </>
  );
}

export function UserSignIn({ row: { lastLoginTime } }: Cell) {
  const t = useTranslations("users");
  return (
    <>
      <span className="sm:hidden">{t("columns.lastLogin")}: </span>
      {lastLoginTime ? <When at={lastLoginTime} /> : t("never")}
    </>
  );
}
