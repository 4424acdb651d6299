import { exactAmount } from '#console/fields/money/cell.tsx';
import { measured } from '#console/fields/number/cell.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { durationText } from '#resources/language/kinds/clock-text.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import type { Figure } from '#resources/language/totals.ts';

/** Figures as cells show what they count. @param value a decimal number, written out */
const COUNTED = {
  kopecks: exactAmount,
  minutes: (value: string) => typeset(durationText(Number(value))),
} as const;

/** A figure of a field as it is shown. */
export function figureText(field: FieldInput, figure: Figure, value: string): string {
  if (figure === 'count') return measured(value);
  const { countedIn } = traitsOf(field);
  return countedIn ? COUNTED[countedIn](value) : measured(value, 'unit' in field ? field.unit : undefined);
}
