import { IMPORT } from '../../limits.ts';
import { ImportBudget } from './budget.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';
import { ImportFileError } from './problem.ts';
import { type Breathe, unzipTexts } from './unzip.ts';
import { readWorksheet, unescaped, type Worksheet } from './worksheet.ts';
import { readXml } from './xml.ts';

const WORKBOOK = 'xl/workbook.xml';
const LINKS = 'xl/_rels/workbook.xml.rels';
const STRINGS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';

/**
 * The first visible sheet of an `.xlsx`, by what its cells show (IMPORT-06): numbers as text, `013` as `013`.
 * @param rowsMost more rows than these are refused
 * @throws ImportFileError brokenWorkbook, unpacksTooLarge, tooManyRows, tooManyCells, tooMuchText, longCell
 */
export async function readWorkbook(bytes: Uint8Array, rowsMost: number, breathe: Breathe): Promise<Worksheet> {
  const parts = await unzipTexts(bytes, (name) => name === WORKBOOK || name === LINKS, breathe);
  const book = parts.get(WORKBOOK);
  if (book === undefined) throw new ImportFileError('brokenWorkbook');
  try {
    const { path, is1904 } = await firstSheet(book, parts.get(LINKS) ?? '', breathe);
    const wanted = new Set([path, STRINGS, STYLES]);
    const contents = await unzipTexts(bytes, (name) => wanted.has(name), breathe);
    const sheet = contents.get(path);
    if (sheet === undefined) throw new ImportFileError('brokenWorkbook');
    const strings = await readStrings(contents.get(STRINGS) ?? '', breathe);
    const formats = await readFormats(contents.get(STYLES) ?? '', breathe);
    return await readWorksheet(sheet, { strings, formats, is1904, rowsMost }, breathe);
  } catch (error) {
    throw error instanceof ImportFileError ? error : new ImportFileError('brokenWorkbook', {}, error);
  }
}

const nothing = () => undefined;

/** Where the first sheet that is not hidden lies in the archive, and whether the days of the book are counted from 1904. */
async function firstSheet(book: string, links: string, breathe: Breathe): Promise<{ path: string; is1904: boolean }> {
  let link: string | undefined;
  let is1904 = false;
  await readXml(
    book,
    {
      open: (name, attribute) => {
        if (name === 'sheet' && link === undefined && !/hidden/i.test(attribute('state') ?? ''))
          link = attribute('r:id');
        if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '');
      },
      close: nothing,
      text: nothing,
    },
    breathe,
  );
  let target = 'worksheets/sheet1.xml';
  await readXml(
    links,
    {
      open: (name, attribute) => {
        if (name === 'Relationship' && attribute('Id') === link) target = attribute('Target') ?? target;
      },
      close: nothing,
      text: nothing,
    },
    breathe,
  );
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 };
}

/**
 * Texts that cells refer to by number; a book whose texts stand in their cells has none. Readings of hieroglyphs (`rPh`) are
 * no part of them.
 */
async function readStrings(document: string, breathe: Breathe): Promise<string[]> {
  const strings: string[] = [];
  const budget = new ImportBudget();
  let text = '';
  let [inText, inReading] = [false, false];
  await readXml(
    document,
    {
      open: (name) => {
        if (name === 'si') text = '';
        if (name === 't') inText = true;
        if (name === 'rPh') inReading = true;
      },
      close: (name) => {
        if (name === 'si') {
          budget.room(1);
          strings.push(unescaped(text));
        }
        if (name === 't') inText = false;
        if (name === 'rPh') inReading = false;
      },
      text: (part) => {
        // What is longer than a cell may be is refused where a cell shows it.
        if (inText && !inReading && text.length <= IMPORT.cell) text += part.slice(0, IMPORT.cell + 1);
      },
    },
    breathe,
  );
  return strings;
}

/** Styles of cells, and formats of numbers, that are looked at: Excel has no more. */
const STYLES_MOST = 65_536;

/** Number formats by the number of a cell's style. */
async function readFormats(document: string, breathe: Breathe): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  await readXml(
    document,
    {
      open: (name, attribute) => {
        if (name === 'numFmt' && codes.size < STYLES_MOST)
          codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
        if (name === 'cellXfs') inCells = true;
        if (name !== 'xf' || !inCells || formats.length >= STYLES_MOST) return;
        const id = Number(attribute('numFmtId') ?? 0);
        formats.push(numberFormat(id, codes.get(id)));
      },
      close: (name) => {
        if (name === 'cellXfs') inCells = false;
      },
      text: nothing,
    },
    breathe,
  );
  return formats;
}
