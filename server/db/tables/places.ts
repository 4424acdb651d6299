import type { Generated } from 'kysely';
import type { Computed, Id, MomentNow, MomentOrNull } from './column-types.ts';

/** Types of a building (SET-11). */
export type BuildingType = 'tenement' | 'cottage' | 'parking' | 'hotel' | 'townhouse' | 'office' | 'mall';

/** Types of a unit; the news scope and the meters concern flats only (G-70). */
export type UnitType = 'flat' | 'office' | 'storage' | 'parking';

/** Reading types that a building collects every month (G-18). At most one option each for water and for electricity. */
export type ReadingType =
  | 'water_cold'
  | 'water_hot'
  | 'water_hot_and_cold'
  | 'water_common'
  | 'elec_common'
  | 'elec_day_and_night'
  | 'gas'
  | 'heating';

/** Complexes: groups of buildings in the building selector (SHELL-22). */
interface ComplexesTable {
  id: Id;
  name: string;
}

/**
 * Buildings with their reading settings (settings.md). `company_id` is the head company ("tenant" in the settings list),
 * `subsidiary_id` the company that services the building. The submission period is either complete or missing.
 */
interface BuildingsTable {
  id: Id;
  complex_id: number | null;
  company_id: number;
  subsidiary_id: number | null;
  street: string;
  number: string;
  /** `number` padded so that 2 sorts before 10 and 10А after 10. */
  number_sort: Computed<string>;
  building_type: Generated<BuildingType>;
  floor_count: number;
  submit_start_day: number | null;
  submit_end_day: number | null;
  reading_types: Generated<ReadingType[]>;
  /** Folded "street number" for `like '%' || fold(q) || '%'`; has a trigram index. */
  search: Computed<string>;
  created_at: MomentNow;
  /** When the company stopped servicing the building; null for nearly all. */
  closed_at: MomentOrNull;
  /** For a building imported from a table: its submission and row. */
  import_key: Generated<string | null>;
}

/** Entrances. Every building has at least one, because access is granted per entrance. */
interface PorchesTable {
  id: Id;
  building_id: number;
  number: number;
}

/** Floors of an entrance. */
interface FloorsTable {
  id: Id;
  porch_id: number;
  building_id: number;
  number: number;
}

/** Entrances of a closed building, with the staff who had access to them before it was closed. */
interface ClosedPorchesTable {
  porch_id: number;
  user_id: number;
}

/** Risers, of an entrance or of the whole building (`porch_id` null). */
interface PipesTable {
  id: Id;
  building_id: number;
  porch_id: number | null;
  name: string;
  /** Folded runs of digits and of letters of the name; indexed. */
  words: Computed<string[]>;
}

/** Flats and other units. */
interface UnitsTable {
  id: Id;
  building_id: number;
  porch_id: number;
  floor_id: number;
  pipe_id: number | null;
  unit_type: Generated<UnitType>;
  label: string;
  /** `label` padded so that 2 sorts before 10. */
  label_sort: Computed<string>;
  /** Folded runs of digits and of letters of the label: `{м,м,12}`; indexed. */
  words: Computed<string[]>;
  /** Values of its floor, entrance and riser, maintained by triggers (0022) for the search. */
  floor_number: Computed<number>;
  porch_number: Computed<number>;
  pipe_words: Computed<string[]>;
}

/** Number of flats per entrance, maintained by triggers on the units; no row = none. */
interface PorchFlatsTable {
  porch_id: number;
  flats: number;
}

/**
 * Number of flats per entrance with a reading for the month (YYYYMM), maintained by triggers on the submissions; no row = none.
 */
interface PorchGivenTable {
  month: number;
  porch_id: number;
  flats: number;
}

/** Tables of buildings and their parts. */
export interface PlaceTables {
  complexes: ComplexesTable;
  buildings: BuildingsTable;
  porches: PorchesTable;
  closed_porches: ClosedPorchesTable;
  floors: FloorsTable;
  pipes: PipesTable;
  units: UnitsTable;
  porch_flats: PorchFlatsTable;
  porch_given: PorchGivenTable;
}
