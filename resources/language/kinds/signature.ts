import * as z from 'zod';
import { DRAWING_MAX, readStrokes } from '../../rules/strokes.ts';
import { isEmpty } from './ids.ts';
import { defineKind, plainText, unless } from './kind.ts';

/** Characters of the name of a person who signs. */
export const SIGNER_MAX = 100;

/** A signature as records and forms hold it: drawn, or the name alone of one who cannot draw. */
export interface SignatureValue {
  /** The drawing, as `resources/rules/strokes.ts` writes it; null where the name stands for it. */
  drawing: string | null;
  /** The signer's name, as they have written it. */
  name: string | null;
  /** When the server took it, ISO in UTC; null before that. */
  at: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Out of anything a record may carry; null where it is no signature. */
export function signatureOf(value: unknown): SignatureValue | null {
  if (!isObject(value)) return null;
  const [drawing, name, at] = ['drawing', 'name', 'at'].map((key) => {
    const part = value[key];
    return typeof part === 'string' && part !== '' ? part : null;
  });
  return drawing || name ? { drawing: drawing ?? null, name: name ?? null, at: at ?? null } : null;
}

/** Whether two values are the same signature: the moment is the server's, and a payload may leave it out. */
export function isSameSignature(one: unknown, other: unknown): boolean {
  const [first, second] = [signatureOf(one), signatureOf(other)];
  return first !== null && first.drawing === second?.drawing && first.name === second.name;
}

const nothing = (value: unknown) => (isEmpty(value) ? null : value);

/** A signature by finger, pen or mouse; a person who cannot draw writes the name. */
export const signature = defineKind({
  expression: () => 'given',
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .strictObject(
        {
          drawing: z
            .preprocess(
              nothing,
              z
                .string('kinds.signature')
                .max(DRAWING_MAX, { message: 'kinds.signature', abort: true })
                .refine((text) => readStrokes(text) !== null, 'kinds.signature')
                .nullable(),
            )
            .optional(),
          name: z
            .preprocess(nothing, plainText('kinds.signature').trim().max(SIGNER_MAX, 'validation.tooLong').nullable())
            .optional(),
          at: z.iso.datetime('kinds.signature').nullish(),
        },
        { ...unless(missing, 'kinds.signature') },
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
