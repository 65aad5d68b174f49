"use server";

import { action } from "../../../lib/doors/action";
import { createPhotos, deletePhotos, updatePhoto } from "../../../lib/features/photos/mutations";
import { movePhoto, placePhotos } from "../../../lib/features/photos/ordering";

export const createPhotosAction = action(createPhotos);
export const updatePhotoAction = action(updatePhoto);
export const movePhotoAction = action(movePhoto);
export const placePhotosAction = action(placePhotos);
export const deletePhotosAction = action(deletePhotos);
