import { IMPORT } from '../../limits.ts';
import { ImportBudget } from './budget.ts';
import { type NumberFormat, parseNumberFormat } from './number-format.ts';
import { ImportFileError } from './problem.ts';
import { normalizePartName, openArchive, unzipTexts, type YieldTurn } from './unzip.ts';
import { decodeEscapes, readWorksheet, type Worksheet } from './worksheet.ts';
import { readXml } from './xml.ts';

/** Default path of the workbook part. */
const WORKBOOK = 'xl/workbook.xml';
/** Default paths of other parts, relative to the workbook. */
const [STRINGS, STYLES, SHEET] = ['sharedStrings.xml', 'styles.xml', 'worksheets/sheet1.xml'];
/** Last path segment of relation types; the two standards of the format have different prefixes. */
const RELATION_TYPES = {
  book: 'officeDocument',
  strings: 'sharedStrings',
  styles: 'styles',
  sheet: 'worksheet',
} as const;

/**
 * Reads the first visible sheet of an `.xlsx` as its cells are displayed (IMPORT-06): numbers as text, `013` as `013`. Parts
 * are found by relations, because programs name them differently.
 * @param rowsMost maximum number of rows; more are refused
 * @throws ImportFileError brokenWorkbook, unpacksTooLarge, tooManyRows, tooManyCells, tooMuchText, longCell
 */
export async function readWorkbook(bytes: Uint8Array, rowsMax: number, yieldTurn: YieldTurn): Promise<Worksheet> {
  try {
    const archive = openArchive(bytes);
    const root = await unzipTexts(bytes, archive, ['_rels/.rels'], yieldTurn);
    const mainPart = (await readRelations(root.get('_rels/.rels') ?? '', '', yieldTurn)).find(
      ({ type }) => type === RELATION_TYPES.book,
    );
    const path = mainPart && archive.has(mainPart.target) ? mainPart.target : WORKBOOK;
    const nameAt = path.lastIndexOf('/') + 1;
    const relationsAt = `${path.slice(0, nameAt)}_rels/${path.slice(nameAt)}.rels`;
    const parts = await unzipTexts(bytes, archive, [path, relationsAt], yieldTurn);
    const book = parts.get(path);
    if (book === undefined) throw new ImportFileError('brokenWorkbook');
    const relations = await readRelations(parts.get(relationsAt) ?? '', path, yieldTurn);
    const { sheets, is1904 } = await readBook(book, yieldTurn);
    const findPart = (type: string, name: string) =>
      relations.find((relation) => relation.type === type)?.target ?? resolveReference(name, path);
    const byId = new Map(relations.map((relation) => [relation.id, relation]));
    const linked = sheets.flatMap((link) => byId.get(link) ?? []);
    // A chart sheet has no cells.
    const sheetAt =
      (linked.find(({ type }) => type === RELATION_TYPES.sheet) ?? linked[0])?.target ?? resolveReference(SHEET, path);
    const [stringsAt, stylesAt] = [findPart(RELATION_TYPES.strings, STRINGS), findPart(RELATION_TYPES.styles, STYLES)];
    const contents = await unzipTexts(bytes, archive, [sheetAt, stringsAt, stylesAt], yieldTurn);
    const sheet = contents.get(sheetAt);
    if (sheet === undefined) throw new ImportFileError('brokenWorkbook');
    const strings = await readStrings(contents.get(stringsAt) ?? '', yieldTurn);
    const formats = await readFormats(contents.get(stylesAt) ?? '', yieldTurn);
    return await readWorksheet(sheet, { strings, formats, is1904, rowsMax: rowsMax }, yieldTurn);
  } catch (error) {
    throw error instanceof ImportFileError ? error : new ImportFileError('brokenWorkbook', {}, error);
  }
}

const ignore = () => undefined;

/** A relation of a part to another one. */
interface Relation {
  id: string;
  /** Last path segment of its type. */
  type: string;
  /** Name of the target, normalised. */
  target: string;
}

/**
 * Resolves a reference to the name of a part.
 * @param from part that contains the reference
 */
function resolveReference(reference: string, from: string): string {
  const { pathname } = new URL(
    reference.replaceAll('\\', '/'),
    `http://book/${from.split('/').map(encodeURIComponent).join('/')}`,
  );
  return normalizePartName(decodeURIComponent(pathname));
}

/**
 * Reads the relations of a part.
 * @throws URIError, TypeError for an invalid reference
 */
async function readRelations(document: string, from: string, yieldTurn: YieldTurn): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readXml(
    document,
    {
      open: (name, attribute) => {
        if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
        if (relations.length >= RELATIONS_MAX) throw new ImportFileError('tooHard');
        const type = attribute('Type')?.split('/').at(-1) ?? '';
        relations.push({ id: attribute('Id') ?? '', type, target: resolveReference(attribute('Target') ?? '', from) });
      },
      close: ignore,
      text: ignore,
    },
    yieldTurn,
  );
  return relations;
}

/** Maximum number of relations of a part; a workbook has one per sheet and a few more. */
const RELATIONS_MAX = 10_000;

/** Relation ids of the visible sheets, in order, and whether the workbook uses the 1904 date system. */
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
      close: ignore,
      text: ignore,
    },
    yieldTurn,
  );
  return { sheets: sheets.slice(0, RELATIONS_MAX), is1904 };
}

/**
 * Shared strings, which cells refer to by index; workbooks with inline strings have none. Phonetic readings (`rPh`) are
 * skipped.
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
          strings.push(decodeEscapes(text));
        }
        if (name === 't') inText = false;
        if (name === 'rPh') inReading = false;
      },
      text: (part) => {
        // A text that is too long for a cell is refused only if a cell shows it.
        if (inText && !inReading && text.length <= IMPORT.cell) text += part.slice(0, IMPORT.cell + 1);
      },
    },
    yieldTurn,
  );
  return strings;
}

/** Maximum number of cell styles and of number formats, as in Excel. */
const STYLES_MAX = 65_536;

/** Number formats by style index. */
async function readFormats(document: string, yieldTurn: YieldTurn): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  await readXml(
    document,
    {
      open: (name, attribute) => {
        if (name === 'numFmt' && codes.size < STYLES_MAX)
          codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
        if (name === 'cellXfs') inCells = true;
        if (name !== 'xf' || !inCells || formats.length >= STYLES_MAX) return;
        const id = Number(attribute('numFmtId') ?? 0);
        formats.push(parseNumberFormat(id, codes.get(id)));
      },
      close: (name) => {
        if (name === 'cellXfs') inCells = false;
      },
      text: ignore,
    },
    yieldTurn,
  );
  return formats;
}
