import type { FastifyInstance } from 'fastify';
import { BODY } from '#resources/limits.ts';

/** Characters outside of these ranges may be decomposed; ASCII, Latin and Cyrillic letters are composed already. */
const MAYBE_DECOMPOSED = /[^\u0000-\u024f\u0400-\u04ff\u2010-\u203a\u20bd\u2116]/u;

const normalizeText = (text: string): string => (MAYBE_DECOMPOSED.test(text) ? text.normalize('NFC') : text);

/** Whether the value is an array or a plain object; Fastify's parsed query is an object whose prototype is empty. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Normalises all strings of a value to Unicode NFC, in place: macOS sends «й» and «ё» as two code points each, which searches,
 * rules and unique indexes would not match. Keys are unchanged, and so are values that are nested too deeply or are not plain,
 * such as the stream of a forwarded body.
 */
export function normalizeStrings<Value>(value: Value, depth = 0): Value {
  if (typeof value === 'string') return normalizeText(value) as Value & string;
  if (!isPlain(value) || depth > BODY.depth) return value;
  for (const [key, item] of Object.entries(value)) {
    const next: unknown = normalizeStrings(item, depth + 1);
    if (next !== item) Reflect.set(value, key, next);
  }
  return value;
}

/** Normalises queries and bodies to NFC before validation. */
export function normalizeRequests(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    normalizeStrings(request.query);
    request.body = normalizeStrings(request.body);
  });
}
