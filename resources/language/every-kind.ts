import type * as z from 'zod';
import { SECTION_KINDS, type SectionKindValues } from '../sections/kinds/registry.ts';
import { KINDS, type KindValues } from './kinds/registry.ts';

/** All kinds of fields: those of the definition language and those that belong to one built-in section. */
export const EVERY_KIND = { ...KINDS, ...SECTION_KINDS } as const;

export type FieldKind = keyof typeof EVERY_KIND;

/** Options of a kind as a definition writes them. */
export type KindOptions<Name extends FieldKind> = keyof (typeof EVERY_KIND)[Name]['options']['shape'] extends never
  ? unknown
  : z.input<(typeof EVERY_KIND)[Name]['options']>;

/** The value of a field of the kind in a record. */
export interface FieldValues extends KindValues, SectionKindValues {}
