import type { Resource } from './define-resource.ts';
import { getTraits } from './kinds/traits.ts';

/** The field with the title of a record: that of the side card, else the first text field; null if there is none. */
export function titleField(resource: Pick<Resource, 'card' | 'fields'>): string | null {
  if (resource.card) return resource.card.title;
  return Object.entries(resource.fields).find(([, field]) => getTraits(field).isTitle)?.[0] ?? null;
}

/** Built-in sections that a `reference` can refer to; `server/records/targets.ts` looks their records up. */
export const REFERENCEABLE_SECTIONS = ['cameras', 'employees', 'news', 'residents', 'settings-buildings'] as const;
export type ReferenceableSection = (typeof REFERENCEABLE_SECTIONS)[number];
