import type { KindName } from '#resources/language/kinds/registry.ts';
import type { SectionKind } from '#resources/sections/kinds/registry.ts';
import { type FieldParts, PLAIN_FIELDS } from './plain-fields.ts';

/** Every kind of the language by name: those of `plain-fields.ts`, and those whose components render other kinds. */
export const FIELDS = {
  ...PLAIN_FIELDS,
  rows: {
    input: () => import('./rows/input.tsx'),
    cell: () => import('./rows/cell.tsx'),
    filter: null,
    full: async () => ({ default: (await import('./rows/table.tsx')).FullRows }),
    card: () => import('./rows/table.tsx'),
    change: () => import('./rows/change.tsx'),
  },
} as const satisfies { [Name in KindName]: FieldParts<Name> };

/** Components of kinds that belong to sections. */
export type SectionFields = { readonly [Name in SectionKind]?: FieldParts<Name> };
