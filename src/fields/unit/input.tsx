import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { toId } from '#resources/language/kinds/ids.ts';
import { useChosenBuilding, useWholeBuilding } from '../building/building-parts.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { SearchSelect } from '../parts/search-select.tsx';
import { useField } from '../use-field.ts';

/**
 * Input of a unit of the building chosen in another field; disabled until one is chosen, cleared when it changes (RES-30,
 * RES-31).
 */
export default function UnitInput(props: InputProps<'unit'>) {
  const field = useField<number | null>(props);
  const translate = useTranslate();
  const buildingId = useChosenBuilding(props.field.building, props.source, () => field.onChange(null));
  const { building, isPending } = useWholeBuilding(buildingId);
  const options = useMemo(
    () =>
      (building?.units ?? []).map(({ object }) => ({
        id: object.id,
        label: object.label,
        group: object.porch ? translate('engine.fields.porch', { number: object.porch.number }) : '',
      })),
    [building, translate],
  );
  return (
    <SearchSelect
      field={field}
      options={options}
      value={field.value}
      onValue={field.onChange}
      loading={isPending}
      missingHint={buildingId === null ? translate('engine.fields.chooseBuildingFirst') : undefined}
      placeholder={translate('engine.fields.chooseUnit')}
    />
  );
}

/** A unit by its label, on one side of a comparison. */
export function FullUnit({ value, field, values }: FullProps<'unit'>) {
  const translate = useTranslate();
  const id = toId(value);
  const { building, isPending } = useWholeBuilding(toId(values[field.building]));
  if (id === null) return translate('engine.list.nothing');
  if (isPending) return '';
  const unit = building?.units.find(({ object }) => object.id === id);
  return unit?.object.label ?? translate('engine.fields.unit', { id });
}
