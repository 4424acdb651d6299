import { IMPORT } from '../../limits.ts';
import { ImportBudget } from './budget.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';
import { ImportFileError } from './problem.ts';
import { openArchive, partName, unzipTexts, type YieldTurn } from './unzip.ts';
import { readWorksheet, unescaped, type Worksheet } from './worksheet.ts';
import { readXml } from './xml.ts';

/** The book, where an archive does not say which it is. */
const WORKBOOK = 'xl/workbook.xml';
/** Names of the parts beside the workbook, for a file that does not say where they are. */
const [STRINGS, STYLES, SHEET] = ['sharedStrings.xml', 'styles.xml', 'worksheets/sheet1.xml'];
/** Last word of the type of a relation; the two standards of the format put different addresses before it. */
const IS = { book: 'officeDocument', strings: 'sharedStrings', styles: 'styles', sheet: 'worksheet' } as const;

/**
 * The first visible sheet of an `.xlsx`, by what its cells show (IMPORT-06): numbers as text, `013` as `013`. Its parts are found by
 * their relations, whatever the program that wrote them calls them.
 * @param rowsMost more rows than these are refused
 * @throws ImportFileError brokenWorkbook, unpacksTooLarge, tooManyRows, tooManyCells, tooMuchText, longCell
 */
export async function readWorkbook(bytes: Uint8Array, rowsMost: number, yieldTurn: YieldTurn): Promise<Worksheet> {
  try {
    const archive = openArchive(bytes);
    const root = await unzipTexts(bytes, archive, ['_rels/.rels'], yieldTurn);
    const named = (await readRelations(root.get('_rels/.rels') ?? '', '', yieldTurn)).find(
      ({ type }) => type === IS.book,
    );
    const path = named && archive.has(named.target) ? named.target : WORKBOOK;
    const nameAt = path.lastIndexOf('/') + 1;
    const relationsAt = `${path.slice(0, nameAt)}_rels/${path.slice(nameAt)}.rels`;
    const parts = await unzipTexts(bytes, archive, [path, relationsAt], yieldTurn);
    const book = parts.get(path);
    if (book === undefined) throw new ImportFileError('brokenWorkbook');
    const relations = await readRelations(parts.get(relationsAt) ?? '', path, yieldTurn);
    const { sheets, is1904 } = await readBook(book, yieldTurn);
    const findPart = (type: string, name: string) =>
      relations.find((relation) => relation.type === type)?.target ?? resolved(name, path);
    const byId = new Map(relations.map((relation) => [relation.id, relation]));
    const linked = sheets.flatMap((link) => byId.get(link) ?? []);
    // A sheet that is a chart has no cells.
    const sheetAt = (linked.find(({ type }) => type === IS.sheet) ?? linked[0])?.target ?? resolved(SHEET, path);
    const [stringsAt, stylesAt] = [findPart(IS.strings, STRINGS), findPart(IS.styles, STYLES)];
    const contents = await unzipTexts(bytes, archive, [sheetAt, stringsAt, stylesAt], yieldTurn);
    const sheet = contents.get(sheetAt);
    if (sheet === undefined) throw new ImportFileError('brokenWorkbook');
    const strings = await readStrings(contents.get(stringsAt) ?? '', yieldTurn);
    const formats = await readFormats(contents.get(stylesAt) ?? '', yieldTurn);
    return await readWorksheet(sheet, { strings, formats, is1904, rowsMost }, yieldTurn);
  } catch (error) {
    throw error instanceof ImportFileError ? error : new ImportFileError('brokenWorkbook', {}, error);
  }
}

const nothing = () => undefined;

/** A part that another one refers to. */
interface Relation {
  id: string;
  /** The last word of its type. */
  type: string;
  /** Its name in the archive, `partName`. */
  target: string;
}

/** A reference of a part as the name of another one. @param from the part that it stands in */
function resolved(reference: string, from: string): string {
  const { pathname } = new URL(
    reference.replaceAll('\\', '/'),
    `http://book/${from.split('/').map(encodeURIComponent).join('/')}`,
  );
  return partName(decodeURIComponent(pathname));
}

/** Parts that a part refers to. @throws URIError, TypeError for what is no reference */
async function readRelations(document: string, from: string, yieldTurn: YieldTurn): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readXml(
    document,
    {
      open: (name, attribute) => {
        if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
        if (relations.length >= RELATIONS_MOST) throw new ImportFileError('tooHard');
        const type = attribute('Type')?.split('/').at(-1) ?? '';
        relations.push({ id: attribute('Id') ?? '', type, target: resolved(attribute('Target') ?? '', from) });
      },
      close: nothing,
      text: nothing,
    },
    yieldTurn,
  );
  return relations;
}

/** Relations of one part: a book has one for each sheet and a few besides. */
const RELATIONS_MOST = 10_000;

/** Relations of the sheets that are not hidden, in their order, and whether the days of the book are counted from 1904. */
async function readBook(document: string, yieldTurn: YieldTurn): Promise<{ sheets: string[]; is1904: boolean }> {
  const sheets: string[] = [];
  let is1904 = false;
  await readXml(
    document,
    {
      open: (name, attribute) => {
        if (name === 'sheet' && !/hidden/i.test(attribute('state') ?? '')) sheets.push(attribute('r:id') ?? '');
        if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '');
      },
      close: nothing,
      text: nothing,
    },
    yieldTurn,
  );
  return { sheets: sheets.slice(0, RELATIONS_MOST), is1904 };
}

/**
 * Texts that cells refer to by number; a book whose texts stand in their cells has none. Readings of hieroglyphs (`rPh`) are
 * no part of them.
 */
async function readStrings(document: string, yieldTurn: YieldTurn): Promise<string[]> {
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
        // A text longer than a cell may be is refused only where a cell shows it.
        if (inText && !inReading && text.length <= IMPORT.cell) text += part.slice(0, IMPORT.cell + 1);
      },
    },
    yieldTurn,
  );
  return strings;
}

/** Styles of cells, and formats of numbers, that are looked at: Excel has no more. */
const STYLES_MOST = 65_536;

/** Number formats by the number of a cell's style. */
async function readFormats(document: string, yieldTurn: YieldTurn): Promise<NumberFormat[]> {
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
    yieldTurn,
  );
  return formats;
}
