import '#i18n/place-choice-texts.ts';
import { useTranslate } from 'react-admin';
import type { CellProps } from '#console/fields/field-props.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';

const COUNTED_PARTS = ['porches', 'floors'] as const;

/** Number of entrances or floors of a place; the record has only their ids, not their names. */
export default function PlaceCell({ value, field }: CellProps<'requests:place'>) {
  const translate = useTranslate();
  const { [field.type]: type, [field.target]: target } = (value ?? {}) as Record<string, unknown>;
  const part = COUNTED_PARTS.find((name) => name === type);
  const ids = part ? (target as Record<string, unknown> | null)?.[part] : null;
  if (part && Array.isArray(ids)) return translate(`engine.place.count.${part}`, { smart_count: ids.length });
  return translate(isEmpty(target) ? 'engine.list.nothing' : 'engine.place.whole');
}
