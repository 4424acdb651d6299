import type { BuildingType, ReadingType } from '#server/db/tables/places.ts';

/** Size of the demo company (embedded.md DEMO_SIZE). */
export type DemoSize = 'yard' | 'city' | 'metropolis';

/** A building as it is planned: what a builder's sign would say. */
export interface PlannedBuilding {
  street: string;
  number: string;
  complex: string | null;
  type: BuildingType;
  /** Entrances, floors of each, flats on a floor of each. */
  porches: number;
  floors: number;
  flats: number;
  /** Offices on the first floor of the first entrance. */
  offices?: number;
  /** Parking places, for a parking. */
  places?: number;
  /** Served by the subsidiary. */
  subsidiary?: boolean;
  /** Days of the month when readings are taken; null = not set. */
  window: readonly [number, number] | null;
  readings: readonly ReadingType[];
}

const NORTH = 'ЖК «Северный квартал»';
const RIVER = 'ЖК «Речной парк»';
const FIR = 'ЖК «Ёлочки»';

const WATER_AND_LIGHT: readonly ReadingType[] = ['water_hot_and_cold', 'elec_day_and_night'];
const EVERYTHING: readonly ReadingType[] = ['water_hot_and_cold', 'elec_day_and_night', 'heating'];

const building = (
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
  readings: WATER_AND_LIGHT,
  ...overrides,
});

/** The yard of the tests: four buildings, two of them with several entrances, one without a window for readings. */
const YARD: readonly PlannedBuilding[] = [
  building(NORTH, 'ул. Лесная', '12', [3, 4, 2], { window: [1, 28], readings: EVERYTHING, offices: 1 }),
  building(NORTH, 'ул. Лесная', '14', [2, 3, 2], { subsidiary: true }),
  building(RIVER, 'наб. Речников', '3', [1, 5, 2], {
    window: [20, 25],
    readings: ['water_cold', 'elec_common', 'gas'],
  }),
  building(null, 'Садовый пер.', '8', [1, 2, 3], { window: null, readings: [] }),
];

/** The town of the console's first start. */
const CITY: readonly PlannedBuilding[] = [
  building(NORTH, 'ул. Лесная', '12', [5, 9, 4], { offices: 6, readings: EVERYTHING }),
  building(NORTH, 'ул. Лесная', '12к1', [2, 9, 4]),
  building(NORTH, 'ул. Лесная', '14', [3, 9, 4], { subsidiary: true, offices: 3 }),
  building(NORTH, 'ул. Лесная', '14А', [1, 16, 6], { subsidiary: true, window: [1, 28] }),
  building(NORTH, 'ул. Лесная', '14Б', [1, 3, 0], { type: 'parking', places: 120, window: null, readings: [] }),
  building(RIVER, 'наб. Речников', '3', [2, 12, 4], { window: [18, 26] }),
  building(RIVER, 'наб. Речников', '5', [2, 12, 4], { window: [18, 26] }),
  building(RIVER, 'наб. Речников', '7', [2, 12, 4], { window: [18, 26], readings: EVERYTHING }),
  building(RIVER, 'наб. Речников', '9', [1, 6, 0], { type: 'office', offices: 24, window: null, readings: [] }),
  building(FIR, 'ул. Ёлочная', '2', [4, 3, 1], { type: 'townhouse', readings: ['water_cold', 'elec_common', 'gas'] }),
  building(FIR, 'ул. Ёлочная', '4', [4, 3, 1], { type: 'townhouse', readings: ['water_cold', 'elec_common', 'gas'] }),
  building(FIR, 'ул. Ёлочная', '6', [1, 2, 1], { type: 'cottage', readings: ['water_cold', 'elec_common', 'gas'] }),
  building(null, 'ул. Мельничная', '17', [1, 2, 0], { type: 'mall', offices: 18, window: null, readings: [] }),
  building(null, 'ул. Мельничная', '19', [4, 5, 4], {
    window: [20, 25],
    readings: ['water_common', 'elec_common', 'gas'],
  }),
  building(null, 'ул. Заречная', '41', [4, 5, 3], {
    window: [20, 25],
    readings: ['water_common', 'elec_common', 'gas'],
  }),
  building(null, 'Садовый пер.', '8', [1, 4, 3], { window: [10, 20], readings: ['water_cold', 'elec_common'] }),
];

/** Buildings of each size. The metropolis grows its own thousand buildings in SQL beside this town. */
export const TOWN: Readonly<Record<DemoSize, readonly PlannedBuilding[]>> = {
  yard: YARD,
  city: CITY,
  metropolis: CITY,
};
