const textsIn = (given: object): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string"));

/** The texts among the fields of a JSON body; none where it is not JSON. */
export const jsonFields = (request: Request): Promise<Record<string, string>> =>
  request.json().then(
    (body: unknown) => (typeof body === "object" && body !== null ? textsIn(body) : {}),
    () => ({}),
  );

/** The same of a body that is JSON or a form. */
export async function bodyFields(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return jsonFields(request);
  return type === "application/x-www-form-urlencoded"
    ? Object.fromEntries(new URLSearchParams(await request.text()))
    : {};
}
