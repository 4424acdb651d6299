import type { Id, Moment, MomentNow, MomentOrNull } from './column-types.ts';

export type SenderType = 'meter' | 'resident' | 'employee';

/** The six meters (READ-30), also the names of the columns that hold their values. */
export const METER_COLUMNS = ['water_cold', 'water_hot', 'elec_day', 'elec_night', 'gas', 'heating'] as const;
export type MeterColumn = (typeof METER_COLUMNS)[number];

/**
 * Submissions of meter values (readings.md), one row each; the month's result is the newest row of the unit and month. `month` is
 * YYYYMM of the month the values count for. Values are 0…999999, null where not given; at least one is given.
 * `sender_id` is null for automatic meters.
 */
interface ReadingsTable extends Record<MeterColumn, number | null> {
  id: Id;
  unit_id: number;
  month: number;
  sender_type: SenderType;
  sender_id: number | null;
  at: MomentNow;
}

/** Cameras (cameras.md). `link` is an http(s) page that shows the stream. */
interface CamerasTable {
  id: Id;
  name: string;
  link: string;
  created_at: MomentNow;
}

/** Buildings a camera belongs to. */
interface CameraBuildingsTable {
  camera_id: number;
  building_id: number;
}

/** Complaints, gratitude and ideas of residents (complaints.md). Its readers follow from `porch_id`, as everywhere. */
export interface ComplaintsTable {
  id: Id;
  type: 'complaint' | 'appreciation' | 'suggestion';
  creator_id: number;
  building_id: number;
  porch_id: number;
  description: string;
  created_at: MomentNow;
}

/** Which member of the staff has read which complaint; unread = no row. */
interface ComplaintReadsTable {
  complaint_id: number;
  user_id: number;
  at: MomentNow;
}

/**
 * A shift that was handed over, for these buildings, and the person that took it over since. `at` is a whole second.
 */
interface ShiftHandoversTable {
  id: Id;
  user_id: number | null;
  at: Moment;
  building_ids: number[];
  accepted_by: number | null;
  accepted_at: MomentOrNull;
}

/** Notes to the next shift: for these buildings, or, where they are null, for the writer's whole company. */
interface ShiftNotesTable {
  id: Id;
  user_id: number | null;
  company_id: number | null;
  at: Moment;
  body: string;
  building_ids: number[] | null;
}

/** Tables of readings, cameras, complaints and shifts. */
export interface OperationTables {
  readings: ReadingsTable;
  cameras: CamerasTable;
  camera_buildings: CameraBuildingsTable;
  complaints: ComplaintsTable;
  complaint_reads: ComplaintReadsTable;
  shift_handovers: ShiftHandoversTable;
  shift_notes: ShiftNotesTable;
}
