import * as z from 'zod';
import { defineKind, unless } from './kind.ts';

const at = (text: string) => Date.parse(text);

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
});
