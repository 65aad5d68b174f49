import { useTranslations } from "../../lib/i18n/words";
import type { FormState } from "../../lib/doors/form-state";
import type { PublicPost } from "../../lib/posts/schema";
import { UnlockForm } from "./unlock-form";

type Props = {
  post: Pick<PublicPost, "status" | "title" | "slug">;
  action: (state: FormState, data: FormData) => Promise<FormState>;
};

const codes = ["required", "wrong_value", "too_long", "too_many", "other"] as const;

/** Stands at the address of a text that needs a password. Of a private one not even the title is told. */
export function LockedPost({ post, action }: Props) {
  const t = useTranslations("unlock");
  const errors = {
    ...Object.fromEntries(codes.map((code) => [code, t(`errors.${code}`)])),
    too_short: t("errors.required"),
    ...Object.fromEntries(
      ["wrong_password", "wrong_format", "forbidden", "locked", "invalid", "not_found"].map((code) => [
        code,
        t("errors.wrong_value"),
      ]),
    ),
  };
  return (
    <article className="story narrow">
      <header>
        <h1>{post.status === "INTIMATE" ? t("title") : post.title}</h1>
        <p className="summary">{t("text")}</p>
      </header>
      <UnlockForm
        action={action}
        slug={post.slug}
        words={{ password: t("password"), submit: t("submit") }}
        errors={errors}
      />
    </article>
  );
}
