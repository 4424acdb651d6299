type Translate = (key: string, params?: Record<string, unknown>) => string;

/** The place of a request, for its text. */
interface Target {
  street: string;
  number: string;
  porches: readonly { number: number }[];
  floors: readonly { number: number }[];
}

/** Formats numbers in any order as ranges: «1, 3–5». */
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

/** The parts of a building that a request is about: «под. 1», «эт. 6»; missing parts are left out. */
export function formatPlaceParts(
  { porches, floors }: Pick<Target, 'porches' | 'floors'>,
  translate: Translate,
): string[] {
  const partText = (key: string, list: readonly { number: number }[]) =>
    list.length ? [translate(`tasks.place.${key}`, { numbers: formatRanges(list.map(({ number }) => number)) })] : [];
  return [...partText('porch', porches), ...partText('floor', floors)];
}

/** Formats an address with parts: «ул. Лесная, 12, под. 1, эт. 6»; for a whole building «ул. Лесная, 12». */
export const formatPlace = (target: Target, translate: Translate): string =>
  [target.street, target.number, ...formatPlaceParts(target, translate)].join(', ');
