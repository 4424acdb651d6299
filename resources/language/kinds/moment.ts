import * as z from 'zod';
import { defineKind, unless } from './kind.ts';

const at = (text: string) => Date.parse(text);

/** Whole minutes as they are on the wire; a moment with seconds goes into a file as it is. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):00(?:\.000)?Z$/;

/** «21.11.2026 18:00 UTC»: the clock is named, as a file is read elsewhere than it was written. */
function readMoment(cell: string): string {
  const found = /^(\d{1,2})\.(\d{1,2})\.(\d{4}),?\s+(\d{1,2}):(\d{2})\s*UTC$/i.exec(cell);
  if (!found) return cell;
  const [day = '', month = '', year = '', hour = '', minute = ''] = found.slice(1).map((part) => part.padStart(2, '0'));
  return `${year}-${month}-${day}T${hour}:${minute}:00.000Z`;
}

/** A day with its time, ISO in UTC on the wire; of the years a database keeps without a doubt, 2000 to 2099. */
export const moment = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(unless(missing, 'validation.date'))
      .min(1, { message: missing, abort: true })
      .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, {
        message: 'validation.date',
        abort: true,
      })
      .refine((text) => at(text) >= Date.UTC(2000, 0, 1), 'validation.dateEarly')
      .refine((text) => at(text) < Date.UTC(2100, 0, 1), 'validation.dateLate')
      .transform((text) => new Date(text).toISOString()),
  initial: () => null,
  csv: {
    write: (wire) => String(wire ?? '').replace(ISO, '$3.$2.$1 $4:$5 UTC'),
    read: (cell) => readMoment(cell.trim()),
  },
});
