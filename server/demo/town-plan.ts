import type { BuildingType, ReadingType } from '#server/db/tables/places.ts';

/** Size of the demo company (embedded.md DEMO_SIZE). */
export type DemoSize = 'yard' | 'city' | 'metropolis';

/** Plan of a building. */
export interface PlannedBuilding {
  street: string;
  number: string;
  complex: string | null;
  type: BuildingType;
  /** Number of entrances, floors per entrance, and flats per floor of an entrance. */
  porches: number;
  floors: number;
  flats: number;
  /** Offices on the first floor of the first entrance. */
  offices?: number;
  /** Parking places, for a parking building. */
  places?: number;
  /** Serviced by the subsidiary. */
  subsidiary?: boolean;
  /** First and last day of the month for readings; null = not set. */
  window: readonly [number, number] | null;
  readings: readonly ReadingType[];
}

const NORTH = 'ЖК «Северный квартал»';
const RIVER = 'ЖК «Речной парк»';
const FIR = 'ЖК «Ёлочки»';

const WATER_AND_POWER: readonly ReadingType[] = ['water_hot_and_cold', 'elec_day_and_night'];
const ALL_READINGS: readonly ReadingType[] = ['water_hot_and_cold', 'elec_day_and_night', 'heating'];

const planBuilding = (
  complex: string | null,
  street: string,
  number: string,
  size: readonly [porches: number, floors: number, flats: number],
  overrides: Partial<PlannedBuilding> = {},
): PlannedBuilding => ({
  complex,
  street,
  number,
  type: 'tenement',
  porches: size[0],
  floors: size[1],
  flats: size[2],
  window: [15, 25],
  readings: WATER_AND_POWER,
  ...overrides,
});

/** The yard of the tests: four buildings, two of them with several entrances, one without a submission period. */
const YARD: readonly PlannedBuilding[] = [
  planBuilding(NORTH, 'ул. Лесная', '12', [3, 4, 2], { window: [1, 28], readings: ALL_READINGS, offices: 1 }),
  planBuilding(NORTH, 'ул. Лесная', '14', [2, 3, 2], { subsidiary: true }),
  planBuilding(RIVER, 'наб. Речников', '3', [1, 5, 2], {
    window: [20, 25],
    readings: ['water_cold', 'elec_common', 'gas'],
  }),
  planBuilding(null, 'Садовый пер.', '8', [1, 2, 3], { window: null, readings: [] }),
];

/** The town of the first start. */
const CITY: readonly PlannedBuilding[] = [
  planBuilding(NORTH, 'ул. Лесная', '12', [5, 9, 4], { offices: 6, readings: ALL_READINGS }),
  planBuilding(NORTH, 'ул. Лесная', '12к1', [2, 9, 4]),
  planBuilding(NORTH, 'ул. Лесная', '14', [3, 9, 4], { subsidiary: true, offices: 3 }),
  planBuilding(NORTH, 'ул. Лесная', '14А', [1, 16, 6], { subsidiary: true, window: [1, 28] }),
  planBuilding(NORTH, 'ул. Лесная', '14Б', [1, 3, 0], { type: 'parking', places: 120, window: null, readings: [] }),
  planBuilding(RIVER, 'наб. Речников', '3', [2, 12, 4], { window: [18, 26] }),
  planBuilding(RIVER, 'наб. Речников', '5', [2, 12, 4], { window: [18, 26] }),
  planBuilding(RIVER, 'наб. Речников', '7', [2, 12, 4], { window: [18, 26], readings: ALL_READINGS }),
  planBuilding(RIVER, 'наб. Речников', '9', [1, 6, 0], { type: 'office', offices: 24, window: null, readings: [] }),
  planBuilding(FIR, 'ул. Ёлочная', '2', [4, 3, 1], {
    type: 'townhouse',
    readings: ['water_cold', 'elec_common', 'gas'],
  }),
  planBuilding(FIR, 'ул. Ёлочная', '4', [4, 3, 1], {
    type: 'townhouse',
    readings: ['water_cold', 'elec_common', 'gas'],
  }),
  planBuilding(FIR, 'ул. Ёлочная', '6', [1, 2, 1], { type: 'cottage', readings: ['water_cold', 'elec_common', 'gas'] }),
  planBuilding(null, 'ул. Мельничная', '17', [1, 2, 0], { type: 'mall', offices: 18, window: null, readings: [] }),
  planBuilding(null, 'ул. Мельничная', '19', [4, 5, 4], {
    window: [20, 25],
    readings: ['water_common', 'elec_common', 'gas'],
  }),
  planBuilding(null, 'ул. Заречная', '41', [4, 5, 3], {
    window: [20, 25],
    readings: ['water_common', 'elec_common', 'gas'],
  }),
  planBuilding(null, 'Садовый пер.', '8', [1, 4, 3], { window: [10, 20], readings: ['water_cold', 'elec_common'] }),
];

/** Buildings by size. The metropolis adds a thousand buildings in SQL to this town. */
export const TOWN: Readonly<Record<DemoSize, readonly PlannedBuilding[]>> = {
  yard: YARD,
  city: CITY,
  metropolis: CITY,
};
