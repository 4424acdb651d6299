import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import Papa from 'papaparse';

const DAY = 86_400_000;
const MONTHS = ['янв', 'фев', 'мар', 'апр', 'ма', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'];
/** The year that Excel gives a day without one; any does. */
const THIS_YEAR = 2026;

/** The number of a day; null for none, and for those before 1900, which Excel leaves as texts. */
function serialOf(day: number, month: number, given: number): number | null {
  const year = given < 30 ? given + 2000 : given < 100 ? given + 1900 : given;
  const at = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || year > 9999 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null;
  const serial = (at.getTime() - Date.UTC(1899, 11, 30)) / DAY;
  return serial < 61 ? serial - 1 : serial;
}

function timeOf(text: string): { part: number; format: string } | null {
  const found = /^(\d{1,4}):(\d{0,2})(?::(\d{0,2}))?$/.exec(text);
  if (!found) return null;
  const [hour, minute, second] = [found[1], found[2], found[3]].map((part) => Number(part || 0)) as [
    number,
    number,
    number,
  ];
  const format = hour > 23 ? '[h]:mm:ss' : found[3] === undefined ? 'h:mm' : 'h:mm:ss';
  return { part: (hour * 3600 + minute * 60 + second) / 86_400, format };
}

function dayOf(text: string): { v: number; z: string } | null {
  const [, first, second, third, , time] =
    /^(\d{1,4})[./-](\d{1,4})(?:[./-](\d{1,4}))?(,? +([\d:]+))?$/.exec(text) ?? [];
  if (first === undefined) return null;
  const [a, b] = [Number(first), Number(second)];
  const at = time === undefined ? { part: 0, format: '' } : timeOf(time);
  if (!at) return null;
  const whole = third === undefined ? serialOf(a, b, THIS_YEAR) : serialOf(a, b, Number(third));
  const iso = third === undefined ? null : serialOf(Number(third), b, a);
  const ofMonth = third === undefined && a <= 12 && b >= 1900 ? serialOf(1, a, b) : null;
  const v = whole ?? iso ?? ofMonth;
  if (v === null) return null;
  const z = whole === null && iso === null ? 'mmm.yy' : third === undefined ? 'dd.mmm' : 'dd.mm.yyyy';
  return { v: v + at.part, z: at.format ? `dd.mm.yyyy ${at.format}` : z };
}

function namedDayOf(text: string): { v: number; z: string } | null {
  const [, before, word = '', after, last] =
    /^(\d{1,4})?[ ./-]*([а-я]+)\.?(?:[ ./,-]*(\d{1,4}))?(?:[ ./,-]*(\d{1,4}))?$/i.exec(text) ?? [];
  const month = MONTHS.findIndex((name) => word.toLowerCase().startsWith(name)) + 1;
  if (!month || (before ?? after) === undefined) return null;
  const v = serialOf(Number(before ?? 1), month, Number(last ?? after ?? THIS_YEAR));
  return v === null ? null : { v, z: 'dd.mmm.yy' };
}

function numberOf(text: string): { v: number; z: string } | null {
  const found = /^([-+]?)(\()?([$₽€]?)\s?(\d[\d\s\u00a0]*)?(,\d*)?(e[-+]?\d+)?(\))?\s?(%|₽|€|р\.?)?$/i.exec(text);
  if (!found || !/\d/.test(`${found[4]}${found[5]}`)) return null;
  const [, sign, open, , digits = '', decimals = '', power = '', , behind] = found;
  const value = Number(`${digits.replace(/\s/g, '') || '0'}${decimals.replace(',', '.')}${power}`);
  const v = (sign === '-' || open ? -value : value) / (behind === '%' ? 100 : 1);
  const z = power ? '0.00E+00' : behind === '%' ? (decimals ? '0.00%' : '0%') : behind ? '#,##0.00\\ "₽"' : 'General';
  // Excel keeps fifteen digits.
  return { v: Number(v.toPrecision(15)), z };
}

/**
 * The cell that a Russian Excel makes of a cell of a CSV file that is opened by a double click.
 * @throws Error where it would run a formula
 */
function excelCell(text: string): CellObject {
  const formula = /^="((?:[^"]|"")*)"$/.exec(text);
  if (formula) return { t: 's', v: (formula[1] ?? '').replaceAll('""', '"'), f: text.slice(1) };
  const trimmed = text.trim();
  const number = numberOf(trimmed) ?? dayOf(trimmed) ?? namedDayOf(trimmed);
  if (number) return { t: 'n', ...number };
  const time = timeOf(trimmed);
  if (time) return { t: 'n', v: time.part, z: time.format };
  const fraction = /^(\d+) +(\d+)\/(\d+)$/.exec(trimmed);
  if (fraction) return { t: 'n', v: Number(fraction[1]) + Number(fraction[2]) / Number(fraction[3]), z: '# ?/?' };
  if (/^(?:истина|true)$/i.test(trimmed)) return { t: 'b', v: true };
  if (/^(?:ложь|false)$/i.test(trimmed)) return { t: 'b', v: false };
  if (/^[=+\-@]/.test(trimmed)) throw new Error(`Excel would run «${text}»`);
  return { t: 's', v: text };
}

/** A CSV file as a workbook that Excel saves after it has opened it. */
export function throughExcel(csv: string): Uint8Array<ArrayBuffer> {
  const rows = Papa.parse<string[]>(csv.replace(/^\ufeff/, ''), { delimiter: ';', newline: '\r\n' }).data;
  const sheet: WorkSheet = {};
  for (const [row, cells] of rows.entries()) {
    for (const [column, text] of cells.entries()) {
      if (text !== '') sheet[utils.encode_cell({ r: row, c: column })] = excelCell(text);
    }
  }
  const width = Math.max(...rows.map((cells) => cells.length));
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: width - 1 } });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Лист1');
  return new Uint8Array(
    write(book, { bookType: 'xlsx', type: 'array', bookSST: true, compression: true }) as ArrayBuffer,
  );
}
