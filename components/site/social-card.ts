/** The own fields of a text that set the card which other sites show of it; the names that other systems use, too. */
export const cardFields = { title: "og_title", description: "og_description", image: "og_image" } as const;

const isAddress = (value: string): boolean =>
  /^(https?:\/\/|\/(?!\/))/i.test(value) && URL.canParse(value, "http://localhost");

/** What its author wrote for the card; "" where the card shows what the page says. */
export function cardOf(metas: readonly { key: string; value: string }[] = []) {
  const given = (name: string) => metas.find(({ key }) => key === name)?.value.trim() ?? "";
  const image = given(cardFields.image);
  return {
    title: given(cardFields.title),
    description: given(cardFields.description),
    image: isAddress(image) ? image : "",
  };
}
