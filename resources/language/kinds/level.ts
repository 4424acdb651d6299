import * as z from 'zod';
import { LEVELS, offeredLevels } from '../access.ts';
import { defineKind, unless } from './kind.ts';

/** A level of rights on one section (B§6). */
export const level = defineKind({
  options: z.object({ section: z.string().describe('The section the level is for') }),
  rule: (options, missing) => {
    const offered = offeredLevels(options.section);
    return z
      .enum(LEVELS, unless(missing, 'validation.choice'))
      .refine((value) => offered.includes(value), 'validation.choice');
  },
  initial: () => null,
  column: 'text',
});
