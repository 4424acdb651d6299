import * as z from 'zod';
import { DRAWING_MAX, parseStrokes } from '../../rules/strokes.ts';
import { isEmpty } from './ids.ts';
import { defineKind, plainText, typeMessage } from './kind.ts';

/** Maximum length of a signer's name, characters. */
export const SIGNER_NAME_MAX = 100;

/** A signature as in records and forms: a drawing, or only the name of a person who cannot draw. */
export interface SignatureValue {
  /** Drawing in the format of `resources/rules/strokes.ts`; null if there is only a name. */
  drawing: string | null;
  /** Name as the signer has typed it. */
  name: string | null;
  /** When the server received it, ISO in UTC; null before that. */
  at: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a signature from any value; null if it is not one. */
export function parseSignature(value: unknown): SignatureValue | null {
  if (!isObject(value)) return null;
  const [drawing, name, at] = ['drawing', 'name', 'at'].map((key) => {
    const part = value[key];
    return typeof part === 'string' && part !== '' ? part : null;
  });
  return drawing || name ? { drawing: drawing ?? null, name: name ?? null, at: at ?? null } : null;
}

/** Whether two values are the same signature; ignores `at`, which the server sets and a payload may leave out. */
export function isSameSignature(one: unknown, other: unknown): boolean {
  const [first, second] = [parseSignature(one), parseSignature(other)];
  return first !== null && first.drawing === second?.drawing && first.name === second.name;
}

const emptyToNull = (value: unknown) => (isEmpty(value) ? null : value);

/** A signature drawn by finger, pen or mouse, or a typed name. */
export const signature = defineKind({
  expression: () => 'given',
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .strictObject(
        {
          drawing: z
            .preprocess(
              emptyToNull,
              z
                .string('kinds.signature')
                .max(DRAWING_MAX, { message: 'kinds.signature', abort: true })
                .refine((text) => parseStrokes(text) !== null, 'kinds.signature')
                .nullable(),
            )
            .optional(),
          name: z
            .preprocess(
              emptyToNull,
              plainText('kinds.signature').trim().max(SIGNER_NAME_MAX, 'validation.tooLong').nullable(),
            )
            .optional(),
          at: z.iso.datetime('kinds.signature').nullish(),
        },
        { ...typeMessage(missing, 'kinds.signature') },
      )
      .transform(
        ({ drawing, name, at }): SignatureValue => ({
          drawing: drawing || null,
          name: name || null,
          at: at ?? null,
        }),
      )
      .refine(({ drawing, name }) => drawing !== null || name !== null, missing),
  isSame: isSameSignature,
  initial: () => null,
  column: 'presence',
});
