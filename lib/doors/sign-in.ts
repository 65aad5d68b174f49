import { redirect } from "next/navigation";
import { identity } from "../core/identity";
import { readSession, forgetSession, rememberSession, rememberTicket } from "./actor";

/** What came of a sign-in: a session for the browser to keep, or the ticket to the step of the second factor. */
type SignedIn = { session: string | null; ticket: string | null };

/** Keeps in this browser what came of a sign-in. */
export async function keepSignIn({ session, ticket }: SignedIn): Promise<void> {
  if (session !== null) await rememberSession(session);
  if (ticket !== null) await rememberTicket(ticket);
}

/** Signs this browser out and leads to the sign-in. */
export async function signOutHere(): Promise<never> {
  const { actor } = await readSession();
  if (actor.sessionId !== null) await identity.get().signOut(actor);
  await forgetSession();
  redirect("/login");
}
