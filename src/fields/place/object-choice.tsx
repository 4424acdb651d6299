import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel } from '#console/data/building-list.ts';
import { useBuildings } from '#console/data/buildings.ts';
import type { AudienceEntry } from '#resources/language/kinds/audience.ts';
import { type Entry, groupedEntries } from '../audience/entries.ts';
import { Address } from '../building/address.tsx';
import { SearchSelect } from '../parts/search-select.tsx';
import type { FieldShell } from '../use-field.ts';
import classes from './input.module.css';

interface Option extends Entry {
  label: string;
  group: string;
}

/** The object: a building, or an entrance where the building is open only in part (TASK-46). */
export function ObjectChoice({
  field,
  value,
  onValue,
}: {
  field: FieldShell;
  value: AudienceEntry | null;
  onValue: (value: AudienceEntry | null, building: number | null) => void;
}) {
  const translate = useTranslate();
  const { complexes, isPending } = useBuildings();
  const options = useMemo(
    () =>
      groupedEntries(complexes).flatMap(({ name, entries }) =>
        entries.map((entry): Option => {
          const address = buildingLabel(entry.building);
          return {
            ...entry,
            label: entry.porch ? translate('audience.porch', { address, number: entry.porch.number }) : address,
            group: name ?? translate('shell.selector.noComplex'),
          };
        }),
      ),
    [complexes, translate],
  );
  return (
    <SearchSelect<Option>
      field={field}
      options={options}
      value={value}
      onValue={(id) =>
        onValue(id as AudienceEntry | null, options.find((entry) => entry.id === id)?.building.id ?? null)
      }
      loading={isPending}
      placeholder={translate('engine.place.choose')}
      drawn={({ building, porch }) => (
        <span className={classes.option}>
          <Address building={building} aligned />
          {porch ? (
            <span className={classes.muted}>{translate('audience.ofPorch', { number: porch.number })}</span>
          ) : null}
        </span>
      )}
    />
  );
}
