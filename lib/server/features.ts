import { accountsIdentity } from "../features/accounts/sign-in/identity";
import { identity } from "../core/identity";
import { siteFacts } from "../core/site-facts";
import { getSite } from "../features/site/queries";

/** Connects the ports of lower parts with features; called once, before anything is answered. */
export function provideFeatures(): void {
  identity.provide(accountsIdentity);
  siteFacts.provide(getSite);
}
