import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useBuildingParts } from '../building/building-parts.ts';
import { useChosenBuilding } from '../building/chosen-building.ts';
import type { InputProps } from '../field-props.ts';
import { SearchSelect } from '../parts/search-select.tsx';
import { useField } from '../use-field.ts';

/** A flat of the building in a neighbouring field; greyed until one is chosen, emptied by another (RES-30, RES-31). */
export default function UnitInput(props: InputProps<'unit'>) {
  const field = useField<number | null>(props);
  const translate = useTranslate();
  const buildingId = useChosenBuilding(props.field.building, props.source, () => field.set(null));
  const { building, isPending } = useBuildingParts(buildingId);
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
      onValue={field.set}
      loading={isPending}
      closed={buildingId === null ? translate('engine.fields.chooseBuildingFirst') : undefined}
      placeholder={translate('engine.fields.chooseUnit')}
    />
  );
}
