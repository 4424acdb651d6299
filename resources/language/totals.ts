import type { FieldInput, Resource } from './define-resource.ts';
import { kindsWith, traitsOf } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** Figures that a list shows of all its records: `count` is how many of them hold a value. */
export const FIGURES = ['sum', 'average', 'min', 'max', 'count'] as const;
export type Figure = (typeof FIGURES)[number];

/** A field of which a list shows figures. */
export interface TotalledField {
  name: string;
  wire: string;
  field: FieldInput;
  figures: readonly Figure[];
}

/** Kinds whose values are numbers that can be added up. */
export const TOTALLED = kindsWith(({ averagePlaces }) => averagePlaces !== undefined);

/** Whether figures can be made of a field: not of digits that stand for something. */
export function hasFigures(field: FieldInput): boolean {
  const { averagePlaces, digits } = traitsOf(field);
  return averagePlaces !== undefined && !digits?.(field);
}

/** The fields of which a list shows figures, in the order of the definition. */
export const totalledFields = ({ list, fields }: Pick<Resource, 'list' | 'fields'>): TotalledField[] =>
  (list.totals ?? []).flatMap(({ field: name, figures }) => {
    const field = fields[name];
    return field ? [{ name, wire: wireName(name, field), field, figures }] : [];
  });

/** Decimal places of an average on the wire. */
export const averagePlaces = (field: FieldInput): number => traitsOf(field).averagePlaces?.(field) ?? 0;
