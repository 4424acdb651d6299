import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { type Building, buildingLabel } from '#console/data/buildings/building-list.ts';
import { useBuildings } from '#console/data/buildings/buildings.ts';

/** A building as an option, grouped by its complex. */
export interface BuildingOption {
  id: number;
  label: string;
  group: string;
  building: Building;
  place: { street: string; number: string; complex: string | null };
}

/** The buildings a person may choose from, sorted by complex and address. */
export function useBuildingOptions(): { options: BuildingOption[]; isPending: boolean } {
  const translate = useTranslate();
  const { complexes, isPending } = useBuildings();
  const options = useMemo(
    () =>
      complexes.flatMap((complex) =>
        complex.buildings.map((building) => ({
          id: building.id,
          label: buildingLabel(building),
          group: complex.name ?? translate('shell.selector.noComplex'),
          building,
          place: { street: building.street, number: building.number, complex: complex.name },
        })),
      ),
    [complexes, translate],
  );
  return { options, isPending };
}
