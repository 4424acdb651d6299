import { type CellObject, read, SSF, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx';
import fc from 'fast-check';
import { fieldRule, getKind } from '#resources/language/payload.ts';
import { isBrokenCell } from '#resources/rules/import/broken-cell.ts';
import { headed, IMPORT_COLUMNS } from '#resources/rules/import/columns.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';

/** Formats of numbers, as both sides show them; of a percentage the places are two more. */
const NUMBERS = [
  ['General', null],
  ['@', null],
  ['0', 0],
  ['0.00', 2],
  ['#,##0', 0],
  ['#,##0.00', 2],
  ['#,##0.00\\ "₽"', 2],
  ['0%', 2],
  ['0.0%', 3],
  ['000', 0],
  ['"кв. "000', 0],
  ['0.00;[Red]\\-0.00', 2],
] as const;
/** Formats of days and times that both sides show letter by letter. */
const [DAY, DAY_TIME] = ['dd"."mm"."yyyy', 'dd"."mm"."yyyy" "hh:mm'];
const MOMENTS = [DAY, DAY_TIME, 'hh:mm', 'hh:mm:ss', '[hh]:mm', '[hh]:mm:ss'] as const;
/** Formats of days that we show with their year, in the Russian order. */
const DAYS = ['m/d/yy', 'd-mmm-yy', 'd-mmm', 'mmm-yy', '[$-419]d\\ mmmm'] as const;
const ERRORS: readonly number[] = [0x00, 0x07, 0x0f, 0x17, 0x1d, 0x24, 0x2a];

const letters = fc.constantFrom(
  'а',
  'Ж',
  '1',
  '0',
  '-',
  '/',
  '.',
  ',',
  ';',
  '"',
  "'",
  '\n',
  ' ',
  '\t',
  '&',
  '<',
  '_',
  'x',
  '😀',
  '\u00a0',
);
const text = fc.string({ unit: letters, minLength: 1, maxLength: 14 });
/** Longer whole numbers are read by their digits alone, whatever their format. */
const number = fc
  .tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 9 }))
  .map(([digits, places]) => digits / 10 ** places);
/** From March 1900 on: SheetJS does not know the days before as Excel does. */
const serial = fc.double({ min: 61, max: 70_000, noNaN: true });

/** Whether a number lies between two that are shown: in binary it may be on either side, and Excel looks at its digits. */
const isBetween = (value: number, places: number) => {
  const rest = Math.abs(value * 10 ** places) % 1;
  return Math.abs(rest - 0.5) < 1e-4;
};

const cell: fc.Arbitrary<CellObject> = fc.oneof(
  text.map((v): CellObject => ({ t: 's', v })),
  fc
    .tuple(number, fc.constantFrom(...NUMBERS))
    .filter(([v, [, places]]) => places === null || !isBetween(v, places))
    .map(([v, [z]]): CellObject => ({ t: 'n', v, z })),
  fc.tuple(serial, fc.constantFrom(...MOMENTS, ...DAYS)).map(([v, z]): CellObject => ({ t: 'n', v, z })),
  fc.boolean().map((v): CellObject => ({ t: 'b', v })),
  fc.constantFrom(...ERRORS).map((v): CellObject => ({ t: 'e', v })),
);

/** A workbook, or a CSV file, as the library writes it. */
interface Sample {
  cells: readonly (readonly CellObject[])[];
  hidden: readonly boolean[];
  is1904: boolean;
  shared: boolean;
  packed: boolean;
}
const samples: fc.Arbitrary<Sample> = fc.record({
  cells: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  hidden: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  is1904: fc.boolean(),
  shared: fc.boolean(),
  packed: fc.boolean(),
});

function bookOf({ cells, hidden, is1904 }: Sample): WorkBook {
  const sheet: WorkSheet = { '!rows': cells.map((_, at) => ({ hidden: hidden[at] === true })) };
  for (const [r, row] of cells.entries())
    for (const [c, one] of row.entries()) sheet[utils.encode_cell({ r, c })] = { ...one };
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: cells.length - 1, c: 3 } });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Лист1');
  book.Workbook = { WBProps: { date1904: is1904 } };
  return book;
}

/** «1234,50» of «1,234.50» and of «1 234,50»; zero without the minus of what was rounded to it. */
const inOneWay = (shown: string) =>
  shown
    .replace(/(?<=\d)[ \u00a0](?=\d)/g, '')
    .trim()
    .replace(/^-(?=[^1-9]*$)/, '');
const inRussian = (shown: string) => inOneWay(shown.replace(/,(?=\d{3})/g, '').replace(/(?<=\d)\.(?=\d)/g, ','));
const numberIn = (shown: string) => Number(shown.replace(/,(?=\d{3})/g, ''));

/** The expected reading of a cell, by what the library shows of it. */
function expectedOf(one: CellObject, is1904: boolean): string {
  if (one.t === 's') return String(one.v);
  if (one.t === 'b') return one.v ? 'ИСТИНА' : 'ЛОЖЬ';
  if (one.t === 'e') return String(one.w);
  const format = String(one.z ?? 'General');
  const isDay = (DAYS as readonly string[]).includes(format) || format === DAY;
  if (isDay) return SSF.format(DAY, one.v, { date1904: is1904 });
  return (MOMENTS as readonly string[]).includes(format)
    ? SSF.format(format, one.v, { date1904: is1904 })
    : inRussian(one.w ?? '');
}

/** How a number without a format is compared: the library shows as much of it as eleven places have room for. */
const isGeneral = ({ t, z }: CellObject) => t === 'n' && (z === undefined || z === 'General' || z === '@');

function differs(ours: string, one: CellObject, is1904: boolean): boolean {
  if (isGeneral(one)) return SSF.format('General', Number(ours.replace(',', '.'))) !== SSF.format('General', one.v);
  const isNumber = one.t === 'n' && NUMBERS.some(([format]) => format === one.z);
  const normal = isNumber ? inOneWay(ours) : ours;
  return normal !== expectedOf(one, is1904);
}

const FIELDS = [
  [{ kind: 'number', label: 'Число', decimals: 2 }, (value: number) => value],
  [{ kind: 'money', label: 'Сумма', min: -Number.MAX_SAFE_INTEGER }, (value: number) => Math.round(value * 100)],
] as const;

/** @returns what a field keeps of a cell that is not what the library shows; null where it keeps that, or refuses the cell */
function wronglyKept(ours: string, one: CellObject): string | null {
  for (const [field, kept] of FIELDS) {
    if (one.t !== 'n' || isGeneral(one)) continue;
    const read = fieldRule(field).safeParse(getKind(field).csv?.read(ours, field as never, {}));
    if (!read.success) continue;
    const shown = numberIn(String(one.w).replace(/\s*₽$/, ''));
    if (Number(read.data) + 0 !== kept(shown) + 0) return `${field.kind} keeps ${read.data}, ${one.w} is shown`;
  }
  return null;
}

async function checkBook(sample: Sample): Promise<void> {
  const { shared, packed, is1904 } = sample;
  const options = { type: 'array', bookType: 'xlsx', bookSST: shared, compression: packed } as const;
  const bytes = new Uint8Array(write(bookOf(sample), options) as ArrayBuffer);
  const theirs = read(bytes, { type: 'array', cellNF: true, cellText: true, cellDates: false }).Sheets.Лист1 ?? {};
  const { rows, numbers, hidden } = await readImportSheet(bytes, 1_000, headed);
  for (const [r, cells] of sample.cells.entries()) {
    const at = numbers?.indexOf(r + 1) ?? -1;
    if (at >= 0 && hidden.has(at) !== (sample.hidden[r] === true))
      throw new Error(`Row ${r + 1} is hidden: ${sample.hidden[r]}`);
    for (const c of cells.keys()) {
      const one = theirs[utils.encode_cell({ r, c })] as CellObject;
      const ours = rows[at]?.[c] ?? '';
      if (differs(ours, one, is1904))
        throw new Error(`«${ours}» is read, «${expectedOf(one, is1904)}» is shown by ${one.z}`);
      if ((one.t === 'e') !== isBrokenCell(ours))
        throw new Error(`«${ours}» is taken for ${one.t === 'e' ? 'a value' : 'an error'}`);
      const wrong = wronglyKept(ours, one);
      if (wrong) throw new Error(wrong);
    }
  }
}

async function checkCsv(sample: Sample): Promise<void> {
  const sheet = bookOf(sample).Sheets.Лист1 ?? {};
  const delimiter = sample.shared ? ';' : ',';
  const head = utils.sheet_to_csv(utils.aoa_to_sheet([[...IMPORT_COLUMNS]]), { FS: delimiter });
  const body = utils.sheet_to_csv(sheet, { FS: delimiter, RS: '\n' });
  const { rows } = await readImportSheet(new TextEncoder().encode(`${head.trim()}\n${body}`), 1_000, headed);
  const shown = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '', blankrows: true });
  for (const [r, cells] of sample.cells.entries()) {
    for (const [c, one] of cells.entries()) {
      const [ours, theirs] = [rows[r + 1]?.[c] ?? '', String(shown[r]?.[c] ?? '')];
      // The library says nothing of an error here, and writes it.
      const isSame = one.t === 'e' ? isBrokenCell(ours) : ours === theirs;
      if (!isSame) throw new Error(`«${ours}» is read of a CSV file, «${theirs}» was written`);
    }
  }
}

/**
 * Cells of workbooks and CSV files that SheetJS writes: what it shows of them is what we read, and what a field keeps; or the field
 * refuses it. @returns what went wrong
 */
export async function fuzzCells({ runs, seed }: { runs: number; seed: number }): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, check] of Object.entries({ workbooks: checkBook, 'CSV files': checkCsv })) {
    const { failed, errorInstance, counterexample } = await fc.check(fc.asyncProperty(samples, check), {
      numRuns: runs,
      seed,
    });
    if (failed) wrong.push(`${name}: ${String(errorInstance)}: ${JSON.stringify(counterexample)}`);
    console.log(
      `cells of ${runs} ${name}: ${failed ? 'one is read otherwise than it is shown' : 'read as they are shown'}`,
    );
  }
  return wrong;
}
