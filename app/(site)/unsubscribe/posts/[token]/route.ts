import { stopFollowingAction } from "../../../forms";
import { oneClick } from "../../one-click";

export const dynamic = "force-dynamic";

export const { GET, POST } = oneClick("list=posts&", stopFollowingAction);
