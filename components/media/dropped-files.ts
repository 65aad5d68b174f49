/** Whether files are being dragged, not a text or a part of the page. */
export const holdsFiles = (data: DataTransfer | null): boolean => data?.types.includes("Files") === true;

/** The files of a drop or paste; folders have no bytes and are left out. */
export function filesIn(data: DataTransfer | null): File[] {
  if (!data) return [];
  const items = [...data.items].filter(({ kind }) => kind === "file");
  return items.flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])));
}
