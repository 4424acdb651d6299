import type { Resource } from './define-resource.ts';
import type { Numbering } from './kinds/number-template.ts';
import { getTraits } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** A field that the server numbers. */
export interface NumberField {
  name: string;
  wire: string;
  numbering: Numbering;
}

/** The fields of a definition that the server numbers. */
export function numberFields({ fields }: Pick<Resource, 'fields'>): NumberField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const numbering = getTraits(field).numbering?.(field);
    return numbering ? [{ name, wire: wireName(name, field), numbering }] : [];
  });
}
