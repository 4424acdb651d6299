import '#i18n/audience-choice-texts.ts';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import ChecklistOutlined from '@mui/icons-material/ChecklistOutlined';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { type Building, buildingLabel } from '#console/data/buildings/building-list.ts';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { Address } from '#console/fields/building/address.tsx';
import { SearchSelect } from '#console/fields/parts/search-select.tsx';
import type { EntryGroup } from '#console/fields/places/entries.ts';
import type { FieldControl } from '#console/fields/use-field.ts';
import type { AudienceValue } from '#resources/sections/kinds/news.ts';
import classes from './audience.module.css';

type ChosenObject = NonNullable<AudienceValue['object']>;

interface Option {
  id: ChosenObject;
  label: string;
  group: string;
  /** Null for «Всем N объектам» and «Некоторым объектам». */
  building: Building | null;
  porch: number | null;
  place?: { street: string; number: string; complex: string | null; porch: number | null };
}

/** Select with search: all objects, several, or one building or entrance (NEWS-31…33). */
export function ObjectSelect({
  field,
  groups,
  value,
  onValue,
}: {
  field: FieldControl;
  groups: readonly EntryGroup[];
  value: AudienceValue['object'];
  onValue: (value: AudienceValue['object']) => void;
}) {
  const translate = useTranslate();
  const { isPending } = useBuildings();
  const options = useMemo(() => {
    const entries = groups.flatMap(({ name, entries }) =>
      entries.map(({ id, building, porch }): Option => {
        const address = buildingLabel(building);
        return {
          id,
          label: porch ? translate('audience.porch', { address, number: porch.number }) : address,
          group: name ?? translate('shell.selector.noComplex'),
          building,
          porch: porch?.number ?? null,
          place: { street: building.street, number: building.number, complex: name, porch: porch?.number ?? null },
        };
      }),
    );
    if (entries.length === 0) return [];
    const multipleGroup = { group: translate('audience.several'), building: null, porch: null };
    return [
      { ...multipleGroup, id: 'all', label: translate('audience.all', { smart_count: entries.length }) } as const,
      { ...multipleGroup, id: 'some', label: translate('audience.some') } as const,
      ...entries,
    ];
  }, [groups, translate]);
  return (
    <SearchSelect<Option>
      field={field}
      options={options}
      value={value}
      onValue={(id) => onValue(id as AudienceValue['object'])}
      loading={isPending}
      placeholder={translate('audience.choose')}
      renderOptionContent={({ id, label, building, porch }) =>
        building ? (
          <span className={classes.option}>
            <Address building={building} aligned />
            {porch === null ? null : (
              <span className={classes.objectSelectPorch}>{translate('audience.ofPorch', { number: porch })}</span>
            )}
          </span>
        ) : (
          <span className={classes.option}>
            <span className={classes.sign}>
              {id === 'all' ? <ApartmentOutlined aria-hidden /> : <ChecklistOutlined aria-hidden />}
            </span>
            {label}
          </span>
        )
      }
    />
  );
}
