import { formatExactAmount } from '#console/fields/money/cell.tsx';
import { formatMeasured } from '#console/fields/number/cell.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { formatDuration } from '#resources/language/kinds/clock-text.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import type { Figure } from '#resources/language/totals.ts';

/** Formats by the unit in which a kind's totals are counted. @param value decimal number as text */
const FORMAT_BY_UNIT = {
  kopecks: formatExactAmount,
  minutes: (value: string) => typeset(formatDuration(Number(value))),
} as const;

/** A figure of a field, formatted. */
export function formatFigure(field: FieldInput, figure: Figure, value: string): string {
  if (figure === 'count') return formatMeasured(value);
  const { storedUnit: countedIn } = getTraits(field);
  return countedIn ? FORMAT_BY_UNIT[countedIn](value) : formatMeasured(value, 'unit' in field ? field.unit : undefined);
}
