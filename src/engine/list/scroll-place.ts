import type { VirtualItem } from '@tanstack/react-virtual';

/** Where a list stood when it was left. */
export interface ScrollPlace {
  /** Pixels from the top of what scrolls. */
  offset: number;
  /** Heights of the records as they were drawn. */
  measurements: VirtualItem[];
  /** Which list it was, and how many pages of it there were. */
  of: string;
  pages: number;
}

/** Visits whose place is remembered; older ones begin at the top. */
const REMEMBERED = 20;

const places = new Map<string, ScrollPlace>();

/** Remembers where the visit of a key stood. */
export function keepPlace(key: string, place: ScrollPlace): void {
  places.delete(key);
  places.set(key, place);
  for (const oldest of [...places.keys()].slice(0, -REMEMBERED)) places.delete(oldest);
}

/** Where the visit of a key stood; undefined for one that was not left yet, and where less is there than there was then. */
export function placeOf(key: string, { of, pages }: Pick<ScrollPlace, 'of' | 'pages'>): ScrollPlace | undefined {
  const place = places.get(key);
  return place?.of === of && place.pages <= pages ? place : undefined;
}
