/**
 * Removes any of these characters from the end of a text; the regular expression `/[…]+$/` would take quadratic time.
 * @param characters each of them is removed, in any order
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
