import type { Generated } from 'kysely';
import type { Computed, Id, MomentNow, MomentOrNull } from './column-types.ts';

/** Kinds of a building (SET-11). */
export type BuildingType = 'tenement' | 'cottage' | 'parking' | 'hotel' | 'townhouse' | 'office' | 'mall';

/** Kinds of a unit; the news scope and the meters look at flats only (G-70). */
export type UnitType = 'flat' | 'office' | 'storage' | 'parking';

/** Reading types that a building collects every month (G-18). Water and electricity hold one option each at the most. */
export type ReadingType =
  | 'water_cold'
  | 'water_hot'
  | 'water_hot_and_cold'
  | 'water_common'
  | 'elec_common'
  | 'elec_day_and_night'
  | 'gas'
  | 'heating';

/** Complexes: groups of buildings in the selector (SHELL-22). */
interface ComplexesTable {
  id: Id;
  name: string;
}

/**
 * Buildings with their reading settings (settings.md). `company_id` is the head company ("tenant" of the settings list),
 * `subsidiary_id` the one that serves the building. The submission window is either wholly set or wholly absent.
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
  /** Since when the company serves it no more; null for nearly all. */
  closed_at: MomentOrNull;
  /** Of one that came from a table: the submission and the row. */
  import_key: Generated<string | null>;
}

/** Entrances. Every building has at least one: rights are granted by entrance. */
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

/** Entrances that staff held in a closed building until it was closed. */
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
  /** Folded runs of digits and of letters; has an index. */
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
  /** Folded runs of digits and of letters: `{м,м,12}`; has an index. */
  words: Computed<string[]>;
  /** Of its floor, its entrance and its riser, kept by the database (0022); the search asks for them. */
  floor_number: Computed<number>;
  porch_number: Computed<number>;
  pipe_words: Computed<string[]>;
}

/** How many flats an entrance has; the database keeps it with the units. No row: none. */
interface PorchFlatsTable {
  porch_id: number;
  flats: number;
}

/** How many flats of an entrance gave a reading for a month, YYYYMM; the database keeps it with the submissions. No row: none. */
interface PorchGivenTable {
  month: number;
  porch_id: number;
  flats: number;
}

/** Tables of the places people live in. */
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
