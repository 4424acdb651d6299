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

/** Kinds whose values are numbers, not digits that stand for something. */
export const TOTALLED = kindsWith(({ isNumeric, digits }) => isNumeric === true && !digits?.({} as never));

/** Whether figures can be made of a field. */
export const hasFigures = (field: FieldInput): boolean =>
  (TOTALLED as readonly string[]).includes(field.kind) && !traitsOf(field).digits?.(field);

/** The fields of which a list shows figures, in the order of the definition. */
export const totalledFields = ({ list, fields }: Pick<Resource, 'list' | 'fields'>): TotalledField[] =>
  (list.totals ?? []).flatMap(({ field: name, figures }) => {
    const field = fields[name];
    return field ? [{ name, wire: wireName(name, field), field, figures }] : [];
  });

/** Decimal places of an average on the wire: two more than the values may have, and none of kopecks and minutes. */
export const averagePlaces = (field: FieldInput): number =>
  field.kind === 'number' ? Math.min(6, Number(field.decimals ?? 0) + 2) : 0;
