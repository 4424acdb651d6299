import { typeset } from '#i18n/typeset.ts';
import { toId } from '#resources/language/kinds/ids.ts';

/** A selectable line of the list in a record. */
export interface SelectionLine {
  id: number;
  name: string;
  /** Addresses shown below the name: «ул. Лесная, 12, 14». */
  places: string;
  /** Whether the user may select or unselect it. */
  editable: boolean;
}

interface WireLine {
  name?: unknown;
  label?: unknown;
  is_editable?: unknown;
  buildings?: readonly { street?: string; number?: string }[];
}

/** Formats addresses grouped by street: «ул. Лесная, 12, 14; ул. Садовая, 7». */
function placesText(buildings: NonNullable<WireLine['buildings']>): string {
  const streets = new Map<string, string[]>();
  for (const { street = '', number } of buildings) {
    streets.set(street, [...(streets.get(street) ?? []), ...(number ? [number] : [])]);
  }
  return typeset([...streets].map(([street, numbers]) => [street, ...numbers].filter(Boolean).join(', ')).join('; '));
}

const fold = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

/** Reads the list of a record; items without an id are skipped. */
export function readLines(wire: unknown): SelectionLine[] {
  if (!Array.isArray(wire)) return [];
  return wire.flatMap((item: WireLine) => {
    const id = toId(item);
    if (id === null) return [];
    const name = String(item.name ?? item.label ?? id);
    return { id, name, places: placesText(item.buildings ?? []), editable: item.is_editable !== false };
  });
}

/** The lines with every typed word in their name or places. */
export function searchLines(lines: readonly SelectionLine[], typed: string): SelectionLine[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return lines.filter(({ name, places }) => {
    const text = fold(`${name} ${places}`);
    return words.every((word) => text.includes(word));
  });
}
