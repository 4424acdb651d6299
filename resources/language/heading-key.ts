/** A heading without what people add to it: case, «ё», marks, spaces around and twice, «№» for «номер». */
export function headingKey(cell: string): string {
  return cell
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('№', ' номер ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
