import { notFound } from "next/navigation";
import { readAsVisitor } from "../../../../lib/doors/page";
import { getProgramTexts } from "../../../../lib/features/site/queries";
import { plainAnswer } from "../../plain-answer";

export const dynamic = "force-dynamic";

/** Whom to write to about holes (RFC 9116), if the owner says so. */
export async function GET() {
  const { security } = await readAsVisitor(getProgramTexts, {});
  if (security.trim() === "") notFound();
  return plainAnswer(security.trim().split(/\r\n?|\n/));
}
