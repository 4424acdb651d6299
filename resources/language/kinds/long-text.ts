import * as z from 'zod';
import { defineKind } from './kind.ts';
import { textOptions, textRule } from './text.ts';

/** Text of several lines (the content of an announcement, the description of a request). */
export const longText = defineKind({
  expression: () => 'text',
  options: textOptions,
  rule: textRule,
  initial: () => '',
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell, isExact: true },
  column: 'text',
  scalar: () => z.string(),
});
