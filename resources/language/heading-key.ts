/** Normalises a heading for comparison: lower case, «ё» as «е», no punctuation, single spaces, «№» as «номер». */
export function normalizeHeading(cell: string): string {
  return cell
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('№', ' номер ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
