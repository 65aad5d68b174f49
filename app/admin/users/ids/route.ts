import { userPlace } from "../../../../components/users/list";
import { listUserIds, listUsers } from "../../../../lib/features/accounts/users/queries";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(userPlace, listUsers, listUserIds);
