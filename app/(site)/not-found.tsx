import { SmallMasthead } from "../../components/site/masthead";
import { Missing } from "../../components/site/missing";
import { readAsVisitor } from "../../lib/doors/page";
import { getSite } from "../../lib/features/site/queries";

export default async function NotFound() {
  const site = await readAsVisitor(getSite, {});
  return (
    <>
      <SmallMasthead site={site} />
      <Missing />
    </>
  );
}
