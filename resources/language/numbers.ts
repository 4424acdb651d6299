import type { Resource } from './define-resource.ts';
import type { Numbering } from './kinds/number-template.ts';
import { traitsOf } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** A field whose values the server gives. */
export interface NumberField {
  name: string;
  wire: string;
  numbering: Numbering;
}

/** The fields of a definition that the server fills with numbers. */
export function numberFields({ fields }: Pick<Resource, 'fields'>): NumberField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const numbering = traitsOf(field).numbering?.(field);
    return numbering ? [{ name, wire: wireName(name, field), numbering }] : [];
  });
}
