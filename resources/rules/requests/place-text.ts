type Translate = (key: string, params?: Record<string, unknown>) => string;

/** The place of a request, as its text shows it. */
interface Target {
  street: string;
  number: string;
  porches: readonly { number: number }[];
  floors: readonly { number: number }[];
}

/** «1, 3–5» of numbers in any order. */
export function formatRanges(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const parts: [number, number][] = [];
  for (const number of sorted) {
    const last = parts.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`))
    .join(', ');
}

/** Where in its building a request is: «под. 1», «эт. 6»; unnamed parts are left out. */
export function partTexts({ porches, floors }: Pick<Target, 'porches' | 'floors'>, translate: Translate): string[] {
  const partText = (key: string, list: readonly { number: number }[]) =>
    list.length ? [translate(`tasks.place.${key}`, { numbers: formatRanges(list.map(({ number }) => number)) })] : [];
  return [...partText('porch', porches), ...partText('floor', floors)];
}

/** «ул. Лесная, 12, под. 1, эт. 6»; a whole building as «ул. Лесная, 12». */
export const addressText = (target: Target, translate: Translate): string =>
  [target.street, target.number, ...partTexts(target, translate)].join(', ');
