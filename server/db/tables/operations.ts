import type { Id, Moment, MomentNow, MomentOrNull } from './column-types.ts';

export type SenderType = 'meter' | 'resident' | 'employee';

/** The six meters (READ-30), which are also the names of their columns. */
export const METER_COLUMNS = ['water_cold', 'water_hot', 'elec_day', 'elec_night', 'gas', 'heating'] as const;
export type MeterColumn = (typeof METER_COLUMNS)[number];

/**
 * Submissions of meter values (readings.md), one row each; the newest row of a unit and month counts. `month` is the YYYYMM that
 * the values belong to. Values are 0…999999 or null; at least one is set. `sender_id` is null for automatic meters.
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

/** Complaints, thanks and ideas of residents (complaints.md). Who may see one follows from `porch_id`, as everywhere. */
export interface ComplaintsTable {
  id: Id;
  type: 'complaint' | 'appreciation' | 'suggestion';
  creator_id: number;
  building_id: number;
  porch_id: number;
  description: string;
  created_at: MomentNow;
}

/** Which member of staff has read which complaint; no row = unread. */
interface ComplaintReadsTable {
  complaint_id: number;
  user_id: number;
  at: MomentNow;
}

/** A shift handed over for these buildings, and who has accepted it since. `at` is a whole second. */
interface ShiftHandoversTable {
  id: Id;
  user_id: number | null;
  at: Moment;
  building_ids: number[];
  accepted_by: number | null;
  accepted_at: MomentOrNull;
}

/** Notes to the next shift, for these buildings or, when null, for the writer's whole company. */
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
