import { readFileSync } from 'node:fs';

/**
 * Workbooks that other programs wrote, each in its own way; what they have in common: a hidden sheet before the list, `013` as
 * a number that its format fills up and as a text, a day where a flat should be, telephones as numbers.
 *
 * - `libreoffice`: LibreOffice Calc 7.4; a merged title, a column between, rich text, a line break and a formula in cells,
 *   telephones formatted as `+7 (000) 000-00-00`, as a power of ten and in thousands, an empty row.
 * - `exceljs`: exceljs 4; columns in another order, rich text, a hyperlink, a flat merged over two rows.
 * - `exceljs-stream`: its streaming writer; texts in their cells and no shared ones, sizes in the archive after the contents.
 * - `sheetjs-inline`, `sheetjs-shared`: SheetJS 0.18; texts as results of formulas, not packed; shared texts, packed.
 * - `xlsx-populate`: xlsx-populate 1.
 */
export const BOOKS = [
  'libreoffice',
  'exceljs',
  'exceljs-stream',
  'sheetjs-inline',
  'sheetjs-shared',
  'xlsx-populate',
] as const;
export type BookName = (typeof BOOKS)[number];

/** Bytes of one of them. */
export function book(name: BookName): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`./books/${name}.xlsx`, import.meta.url)));
}
