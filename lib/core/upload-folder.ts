/** How the folder of an upload is named, below `/uploads/`: year, month and a name of its own. A part of patterns. */
export const uploadFolder = String.raw`\d{4}\/\d{2}\/[0-9a-z]{16}`;
