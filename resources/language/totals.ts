import type { FieldInput, Resource } from './define-resource.ts';
import { getTraits, kindsWith } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** Totals that a list can show over all its records; `count` is the number of records with a value. */
export const FIGURES = ['sum', 'average', 'min', 'max', 'count'] as const;
export type Figure = (typeof FIGURES)[number];

/** A field with totals. */
export interface TotalledField {
  name: string;
  wire: string;
  field: FieldInput;
  figures: readonly Figure[];
}

/** Kinds whose values can be summed. */
export const SUMMABLE_KINDS = kindsWith(({ averagePlaces }) => averagePlaces !== undefined);

/** Whether a field can have totals; digits that identify something cannot. */
export function hasFigures(field: FieldInput): boolean {
  const { averagePlaces, digits } = getTraits(field);
  return averagePlaces !== undefined && !digits?.(field);
}

/** The fields with totals, in the order of the definition. */
export const totalledFields = ({ list, fields }: Pick<Resource, 'list' | 'fields'>): TotalledField[] =>
  (list.totals ?? []).flatMap(({ field: name, figures }) => {
    const field = fields[name];
    return field ? [{ name, wire: wireName(name, field), field, figures }] : [];
  });

/** Decimal places of an average, in wire units. */
export const averagePlaces = (field: FieldInput): number => getTraits(field).averagePlaces?.(field) ?? 0;
