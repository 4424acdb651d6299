import type { Resource } from './define-resource.ts';
import { traitsOf } from './kinds/traits.ts';

/** Field that names a record: the side card's title, else the first line of text; null where there is none. */
export function titleField(resource: Pick<Resource, 'card' | 'fields'>): string | null {
  if (resource.card) return resource.card.title;
  return Object.entries(resource.fields).find(([, field]) => traitsOf(field).isTitle)?.[0] ?? null;
}

/** Sections of the product that a `reference` may point at; how they are looked up is `server/records/targets.ts`. */
export const POINTED_AT = ['cameras', 'employees', 'news', 'residents', 'settings-buildings'] as const;
export type PointedAt = (typeof POINTED_AT)[number];
