/** A text with the marks of `like` taken literally. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, (mark) => `\\${mark}`);
