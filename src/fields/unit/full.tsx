import { useTranslate } from 'react-admin';
import { idOf } from '#resources/language/kinds/ids.ts';
import { useBuildingParts } from '../building/building-parts.ts';
import type { FullProps } from '../field-props.ts';

/** A flat by its label: of its building as it is chosen beside it. */
export default function FullUnit({ value, field, values }: FullProps<'unit'>) {
  const translate = useTranslate();
  const id = idOf(value);
  const { building, isPending } = useBuildingParts(idOf(values[field.building]));
  if (id === null) return translate('engine.list.nothing');
  if (isPending) return '';
  const unit = building?.units.find(({ object }) => object.id === id);
  return unit?.object.label ?? translate('engine.fields.unit', { id });
}
