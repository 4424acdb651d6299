import type { BuildingDetails, BuildingItem, UnitItem } from '#resources/protocol/buildings/buildings.ts';

/** A building as the list tells of it: wholly open and of no complex unless said otherwise. */
export const house = (id: number, change: Partial<BuildingItem> = {}): BuildingItem => ({
  id,
  street: 'ул. Лесная',
  number: '12',
  building_type: 'tenement',
  complex: null,
  is_all_porches: true,
  available_porches: [],
  ...change,
});

/** The same with what is in it: nothing unless said otherwise. */
export const buildingWith = (listed: BuildingItem, inside: Partial<BuildingDetails> = {}): BuildingDetails => ({
  ...listed,
  floor_count: 9,
  porches: [],
  floors: [],
  pipes: [],
  units: [],
  ...inside,
});

/** A flat on the first floor. */
export const flatIn = (id: number, label = String(id), porch = { id: 31, number: 1 }): UnitItem => ({
  unit_type: 'flat',
  object: { id, label, porch, floor: { id: 1, number: 1 }, pipe: null },
});
