import * as z from 'zod';
import { type FileValue, readFiles } from './file-values.ts';
import { defineKind, idRule, typeMessage } from './kind.ts';

const asFiles = (value: unknown): FileValue[] => (Array.isArray(value) ? (value as FileValue[]) : []);

/** Files that were uploaded beforehand; the payload has the ids of finished uploads (ATT-12). */
export const files = defineKind({
  expression: () => 'ids',
  options: z.object({
    max: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Greatest number of files; no limit when left out (ATT-14)'),
    only: z.enum(['any', 'images']).optional().describe('`images`: pictures alone; the server refuses all else'),
    lists: z
      .array(z.string())
      .readonly()
      .optional()
      .describe(
        'Keys of a record its files stand under, where that is not the wire name (`image_attachments` of an announcement)',
      ),
  }),
  rule: (options, missing) => {
    const ids = z.array(idRule('validation.unknown'), typeMessage(missing, 'validation.unknown'));
    return options.max === undefined ? ids : ids.max(options.max, 'validation.tooMany');
  },
  isGiven: (wire) => Array.isArray(wire) && wire.length > 0,
  initial: () => [],
  read: readFiles,
  write: (value) => asFiles(value).flatMap((file) => (file.status === 'done' && file.id ? [file.id] : [])),
  findFormMistake: (value) => {
    const states = asFiles(value).map((file) => file.status);
    if (states.includes('error')) return 'validation.fileFailed';
    return states.includes('preparing') ? 'validation.fileRunning' : null;
  },
});
