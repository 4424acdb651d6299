/** Escapes `%`, `_` and `\` for LIKE. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (mark) => `\\${mark}`);
