import { exactAmount } from '#console/fields/money/cell.tsx';
import { measured } from '#console/fields/number/cell.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { durationText } from '#resources/language/kinds/clock-text.ts';
import type { Figure } from '#resources/language/totals.ts';

/** Figures as cells show values of their kind. @param value a decimal number, written out */
const TEXTS: Readonly<Record<string, (value: string, field: FieldInput) => string>> = {
  money: exactAmount,
  duration: (minutes) => typeset(durationText(Number(minutes))),
  number: (value, field) => measured(value, field.kind === 'number' ? field.unit : undefined),
};

/** A figure of a field as it is shown. */
export const figureText = (field: FieldInput, figure: Figure, value: string): string =>
  figure === 'count' ? measured(value) : (TEXTS[field.kind]?.(value, field) ?? value);
