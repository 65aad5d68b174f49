"use server";

import { action } from "../../../lib/doors/action";
import { createPhotos, deletePhotos, placePhotos, updatePhoto } from "../../../lib/features/photos/mutations";

export const createPhotosAction = action(createPhotos);
export const updatePhotoAction = action(updatePhoto);
export const placePhotosAction = action(placePhotos);
export const deletePhotosAction = action(deletePhotos);
