import '#i18n/place-choice-texts.ts';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { Address } from '#console/fields/building/address.tsx';
import { SearchSelect } from '#console/fields/parts/search-select.tsx';
import { groupedEntries, type SelectorEntry } from '#console/fields/places/entries.ts';
import type { FieldControl } from '#console/fields/use-field.ts';
import type { PlaceEntry } from '#resources/rules/place-entry.ts';
import classes from './input.module.css';

interface Option extends SelectorEntry {
  label: string;
  group: string;
  place: { street: string; number: string; complex: string | null; porch: number | null };
}

/** Choice of a building, or of an entrance if the reader has only some entrances of the building (TASK-46). */
export function ObjectChoice({
  field,
  value,
  onValue,
}: {
  field: FieldControl;
  value: PlaceEntry | null;
  onValue: (value: PlaceEntry | null, building: number | null) => void;
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
            place: {
              street: entry.building.street,
              number: entry.building.number,
              complex: name,
              porch: entry.porch?.number ?? null,
            },
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
      onValue={(id) => onValue(id as PlaceEntry | null, options.find((entry) => entry.id === id)?.building.id ?? null)}
      loading={isPending}
      placeholder={translate('engine.place.choose')}
      renderOptionContent={({ building, porch }) => (
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
