/** The token that next-auth wants from whoever signs in or out, beside the cookie that it sends with it. */
export async function fetchToken(): Promise<string> {
  const answer = await fetch("/api/auth/csrf");
  return ((await answer.json()) as { csrfToken: string }).csrfToken;
}
