import type { PhotoSearch } from "../../lib/features/photos/schema";
import type { ListPlace } from "../resource/list-place";

/** The wall of photos. */
export const photoPlace: ListPlace<PhotoSearch> = {
  path: "/admin/photos",
  chips: ["team"],
  blanks: ["team"],
  sort: "",
  size: 50,
};
