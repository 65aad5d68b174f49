import { stopNotificationsAction } from "../../forms";
import { oneClick } from "../one-click";

export const dynamic = "force-dynamic";

export const { GET, POST } = oneClick("", stopNotificationsAction);
