import type { FastifyInstance } from 'fastify';
import { BODY } from '#resources/limits.ts';

/** ASCII letters, digits and marks, and all that Russian is written with, are composed already. */
const MAY_DIFFER = /[^\u0000-\u024f\u0400-\u04ff\u2010-\u203a\u20bd\u2116]/u;

const composedText = (text: string): string => (MAY_DIFFER.test(text) ? text.normalize('NFC') : text);

/** Whether it is a list or an object without a class; the object that Fastify parses a query into has an empty prototype. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Writes every text of a value in composed letters (Unicode NFC), in place: macOS sends «й» and «ё» as two code points each,
 * which no search, no rule and no unique index takes for the letter. Keys are left as they are.
 * A value nested deeper than any body may be, and one that is no plain value, such as the stream of a body that is passed on, is left as
 * it is.
 */
export function composed<Value>(value: Value, depth = 0): Value {
  if (typeof value === 'string') return composedText(value) as Value & string;
  if (!isPlain(value) || depth > BODY.depth) return value;
  for (const [key, item] of Object.entries(value)) {
    const next: unknown = composed(item, depth + 1);
    if (next !== item) Reflect.set(value, key, next);
  }
  return value;
}

/** Composes what comes in queries and bodies before any rule reads it. */
export function composeTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    composed(request.query);
    request.body = composed(request.body);
  });
}
