import { removalList } from "../../../../components/removals/list";
import { listRemoved } from "../../../../lib/features/removals/queries";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(removalList, listRemoved);
