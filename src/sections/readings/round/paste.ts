import { trimEnd } from '#resources/trim-end.ts';

/** A column, or a block of cells, as Excel puts it on the clipboard: rows by line breaks, cells by tabs. */
export function pastedCells(text: string): string[][] {
  const lines = trimEnd(text.replace(/\r\n?/g, '\n'), '\n').split('\n');
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()));
}

/** Whether the pasted text has more than one cell. */
export function isBlock(text: string): boolean {
  return /[\t\r\n]/.test(trimEnd(text, '\r\n'));
}

/**
 * Reads a spreadsheet's text of a whole number: thousands apart, a decimal comma with zeros behind. Null for what is no
 * value of a meter; empty for an empty cell.
 */
export function readValue(typed: string): string | null {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(/[.,]0+$/, '');
  return /^\d{0,6}$/.test(text) ? text : null;
}
