import { linkList } from "../../../../components/links/list";
import { searchLinks } from "../../../../lib/features/links/queries";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(linkList, searchLinks);
