import type { Span } from './store.ts';

/**
 * The part of a file that a `Range` header asks for.
 * @param size of the file, bytes
 * @returns null for the whole of it (no header, several parts, another unit), `outside` when there is no such part
 */
export function spanOf(header: string | undefined, size: number): Span | 'outside' | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!asked || asked[0] === 'bytes=-') return null;
  const [, first = '', last = ''] = asked;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'outside' : { start, end };
}
