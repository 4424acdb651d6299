import { typeset } from '#i18n/typeset.ts';
import { idOf } from '#resources/language/kinds/ids.ts';

/** A line of the list that a record brings, as it is shown. */
export interface Line {
  id: number;
  name: string;
  /** Where it is besides: «ул. Лесная, 12, 14». */
  places: string;
  /** Whether it is the person's to tick or untick. */
  editable: boolean;
}

interface Wire {
  name?: unknown;
  label?: unknown;
  is_editable?: unknown;
  buildings?: readonly { street?: string; number?: string }[];
}

/** Numbers of one street stand together: «ул. Лесная, 12, 14; ул. Садовая, 7». */
function placesText(buildings: NonNullable<Wire['buildings']>): string {
  const streets = new Map<string, string[]>();
  for (const { street = '', number } of buildings) {
    streets.set(street, [...(streets.get(street) ?? []), ...(number ? [number] : [])]);
  }
  return typeset([...streets].map(([street, numbers]) => [street, ...numbers].filter(Boolean).join(', ')).join('; '));
}

const fold = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

/** The list in a record; items without an id are skipped. */
export function readLines(wire: unknown): Line[] {
  if (!Array.isArray(wire)) return [];
  return wire.flatMap((item: Wire) => {
    const id = idOf(item);
    if (id === null) return [];
    const name = String(item.name ?? item.label ?? id);
    return { id, name, places: placesText(item.buildings ?? []), editable: item.is_editable !== false };
  });
}

/** The lines with every typed word in their name or places. */
export function searchLines(lines: readonly Line[], typed: string): Line[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return lines.filter(({ name, places }) => {
    const text = fold(`${name} ${places}`);
    return words.every((word) => text.includes(word));
  });
}
