import { useTranslations } from "../../lib/doors/words";
import type { FormState } from "../../lib/doors/form-state";
import type { PublicPost } from "../../lib/features/writing/schema";
import { UnlockForm } from "./unlock-form";

type Props = {
  post: Pick<PublicPost, "status" | "title" | "slug">;
  action: (state: FormState, data: FormData) => Promise<FormState>;
};

const codes = ["required", "wrong_value", "too_long", "too_many", "other"] as const;

/** The page of a text that needs a password. The title of a private one is not shown. */
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
