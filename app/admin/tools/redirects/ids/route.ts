import { redirectList } from "../../../../../components/redirects/list";
import { listRedirects } from "../../../../../lib/features/redirects/queries";
import { idsRoute } from "../../../list-page";

export const GET = idsRoute(redirectList, listRedirects);
