"use server";

import { action } from "../../../lib/doors/action";
import { remakePictures } from "../../../lib/features/attachments/remaking-all";
import { foreseeAddresses } from "../../../lib/features/site/addresses";
import { testMail } from "../../../lib/services/mail/mutations";

export const foreseeAddressesAction = action(foreseeAddresses);
export const remakePicturesAction = action(remakePictures);
export const testMailAction = action(testMail);
