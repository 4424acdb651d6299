/**
 * A text without any of these characters at its end. The regular expression `/[…]+$/` takes quadratic time for it.
 * @param characters each of them is cut, in any order
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
