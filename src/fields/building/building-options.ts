import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { type Building, buildingLabel } from '#console/data/building-list.ts';
import { useBuildings } from '#console/data/buildings.ts';

/** A building that can be chosen, under its complex. */
export interface BuildingOption {
  id: number;
  label: string;
  group: string;
  building: Building;
}

/** The buildings a person may choose from, by complex and address. */
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
        })),
      ),
    [complexes, translate],
  );
  return { options, isPending };
}
