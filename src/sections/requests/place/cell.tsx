import '#i18n/place-choice-texts.ts';
import { useTranslate } from 'react-admin';
import type { CellProps } from '#console/fields/field-props.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';

const COUNTED = ['porches', 'floors'] as const;

/** How many entrances or floors a place names; the record has their ids only. */
export default function PlaceCell({ value, field }: CellProps<'requests:place'>) {
  const translate = useTranslate();
  const { [field.type]: type, [field.target]: target } = (value ?? {}) as Record<string, unknown>;
  const part = COUNTED.find((name) => name === type);
  const ids = part ? (target as Record<string, unknown> | null)?.[part] : null;
  if (part && Array.isArray(ids)) return translate(`engine.place.count.${part}`, { smart_count: ids.length });
  return translate(isEmpty(target) ? 'engine.list.nothing' : 'engine.place.whole');
}
