import { followerList } from "../../../../components/followers/list";
import { listFollowers } from "../../../../lib/features/followers/queries";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(followerList, listFollowers);
