import { type NumberFormat, numberFormat, shownNumber } from './import-number-format.ts';
import { ImportFileError } from './import-problem.ts';
import { type Breathe, unzipTexts } from './import-unzip.ts';
import { readXml } from './import-xml.ts';

/** Rows of a sheet that have something in them, each with the number that Excel shows. */
export interface Sheet {
  rows: string[][];
  numbers: number[];
}

const WORKBOOK = 'xl/workbook.xml';
const LINKS = 'xl/_rels/workbook.xml.rels';
const STRINGS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';
/** What stands further to the right is not looked at. */
const COLUMNS_MOST = 256;

/**
 * The first visible sheet of an `.xlsx`, by what its cells show (IMPORT-06): numbers as text, `013` as `013`.
 * @param rowsMost more rows than these are refused
 * @throws ImportFileError brokenWorkbook, unpacksTooLarge, tooManyRows
 */
export async function readWorkbook(bytes: Uint8Array, rowsMost: number, breathe: Breathe): Promise<Sheet> {
  const parts = await unzipTexts(bytes, (name) => name === WORKBOOK || name === LINKS, breathe);
  const book = parts.get(WORKBOOK);
  if (book === undefined) throw new ImportFileError('brokenWorkbook');
  try {
    const path = await firstSheet(book, parts.get(LINKS) ?? '', breathe);
    const wanted = new Set([path, STRINGS, STYLES]);
    const contents = await unzipTexts(bytes, (name) => wanted.has(name), breathe);
    const sheet = contents.get(path);
    if (sheet === undefined) throw new ImportFileError('brokenWorkbook');
    const strings = await readStrings(contents.get(STRINGS) ?? '', breathe);
    const formats = await readFormats(contents.get(STYLES) ?? '', breathe);
    return await readSheet(sheet, strings, formats, rowsMost, breathe);
  } catch (error) {
    throw error instanceof ImportFileError ? error : new ImportFileError('brokenWorkbook', {}, error);
  }
}

const nothing = () => undefined;

/** Where the first sheet that is not hidden lies in the archive. */
async function firstSheet(book: string, links: string, breathe: Breathe): Promise<string> {
  let link: string | undefined;
  await readXml(
    book,
    {
      open: (name, attribute) => {
        if (name === 'sheet' && link === undefined && !/hidden/i.test(attribute('state') ?? ''))
          link = attribute('r:id');
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
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Texts that cells refer to by number. Readings of hieroglyphs (`rPh`) are no part of them. */
async function readStrings(document: string, breathe: Breathe): Promise<string[]> {
  const strings: string[] = [];
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
        if (name === 'si') strings.push(text);
        if (name === 't') inText = false;
        if (name === 'rPh') inReading = false;
      },
      text: (part) => {
        if (inText && !inReading) text += part;
      },
    },
    breathe,
  );
  return strings;
}

/** Number formats by the number of a cell's style. */
async function readFormats(document: string, breathe: Breathe): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  await readXml(
    document,
    {
      open: (name, attribute) => {
        if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
        if (name === 'cellXfs') inCells = true;
        if (name !== 'xf' || !inCells) return;
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

/** The column of `BC12`, from 0; the one after the last where a cell does not say. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return next;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

async function readSheet(
  document: string,
  strings: readonly string[],
  formats: readonly NumberFormat[],
  rowsMost: number,
  breathe: Breathe,
): Promise<Sheet> {
  const rows: string[][] = [];
  const numbers: number[] = [];
  let [number, column, type, style] = [0, -1, 'n', 0];
  let cells: string[] = [];
  let text = '';
  let [inText, inReading] = [false, false];
  const finish = (): string => {
    if (type === 's') return strings[Number(text)] ?? '';
    if (type !== 'n' || text === '') return text;
    return shownNumber(text, formats[style] ?? { kind: 'plain' });
  };
  await readXml(
    document,
    {
      open: (name, attribute) => {
        if (name === 'row') {
          number = Number(attribute('r')) || number + 1;
          [cells, column] = [[], -1];
        } else if (name === 'c') {
          column = columnOf(attribute('r'), column + 1);
          [type, style, text] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0), ''];
        } else if (name === 'rPh') inReading = true;
        else inText = name === 'v' || name === 't';
      },
      close: (name) => {
        if (name === 'c') {
          if (column < COLUMNS_MOST) {
            while (cells.length < column) cells.push('');
            cells[column] = finish();
          }
        } else if (name === 'row') {
          if (cells.every((cell) => cell === '')) return;
          if (rows.length >= rowsMost) throw new ImportFileError('tooManyRows', { most: rowsMost });
          rows.push(cells);
          numbers.push(number);
        } else if (name === 'rPh') inReading = false;
        else inText = false;
      },
      text: (part) => {
        if (inText && !inReading) text += part;
      },
    },
    breathe,
  );
  return { rows, numbers };
}
