import { trimEnd } from '#resources/trim-end.ts';

/** Splits a block of cells from the clipboard of a spreadsheet: rows by line breaks, cells by tabs. */
export function parseCells(text: string): string[][] {
  const lines = trimEnd(text.replace(/\r\n?/g, '\n'), '\n').split('\n');
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()));
}

/** Whether the pasted text has more than one cell. */
export function isBlock(text: string): boolean {
  return /[\t\r\n]/.test(trimEnd(text, '\r\n'));
}

/**
 * Reads a whole number as spreadsheets format it, with thousands separators and trailing zeros: «12 345,00». Null if it is no
 * meter value; empty for an empty cell.
 */
export function parseMeterValue(cellText: string): string | null {
  const text = cellText.replace(/[\s\u00a0\u202f]/g, '').replace(/[.,]0+$/, '');
  return /^\d{0,6}$/.test(text) ? text : null;
}
