import type { Reply, WireCall } from './server.ts';

/** Keys 1…count, «Ключ 001» in the safe with one copy, the even ones in the desk. */
export const keys = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    label: `Ключ ${String(index + 1).padStart(3, '0')}`,
    kept_in: index % 2 ? 'desk' : 'safe',
    copies: (index * 7) % 10,
  }));

/** The generic storage: answers the range that is asked for. */
export const stored =
  (count: number) =>
  ({ url }: WireCall): Reply => {
    const [from, to] = JSON.parse(new URLSearchParams(url.split('?')[1]).get('range') ?? '[0,49]');
    const part = keys(count).slice(from, to + 1);
    return { json: part, headers: { 'content-range': `keys ${from}-${from + part.length - 1}/${count}` } };
  };
/** A part of the query that the generic storage is asked with. */
export const asked = (call: WireCall | undefined, name: string) =>
  JSON.parse(new URLSearchParams(call?.url.split('?')[1]).get(name) ?? 'null');
