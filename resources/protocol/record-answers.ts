import { decodeCamera } from './buildings/camera-answers.ts';
import { decodeAnnouncement } from './news/news-answers.ts';
import { decodeId, decodeObject, isWireObject, recordsIn, unwrapBody, type WireObject } from './open-shapes.ts';

/** Reads one record of a section; null for what cannot be told from others. */
export type ReadRecord = (wire: WireObject) => SectionRecord | null;

/** Reads what a section's documents name; null for what cannot be told from others. */
type Decoder = (wire: WireObject) => object | null;

/**
 * The records of built-in sections as the console has them, by the name of their definition: those of the first page are at hand,
 * the others come with their section. Keys that no document names pass as they are: an installation's own field is one of them.
 */
const READERS: Readonly<Record<string, () => Decoder | Promise<Decoder>>> = {
  news: () => decodeAnnouncement,
  cameras: () => decodeCamera,
  employees: async () => (await import('./people/employee-answers.ts')).decodeEmployee,
  residents: async () => (await import('./people/resident-answers.ts')).decodeResident,
  readings: async () => (await import('./readings/reading-answers.ts')).decodeFlatRecord,
  'settings-buildings': async () => (await import('./buildings/settings-answers.ts')).decodeSettingsBuilding,
  'reading-settings': async () => (await import('./buildings/settings-answers.ts')).decodeSettingsBuilding,
};

/** A record of a section. */
export type SectionRecord = Readonly<Record<string, unknown>>;

/** How the records of a section are read. Ask for it with the call: it may have to be fetched. */
export async function loadRecordReader(name: string): Promise<ReadRecord> {
  const read = await READERS[name]?.();
  if (!read) return (wire) => wire;
  return (wire) => {
    const record = read(wire);
    return record && { ...wire, ...record };
  };
}

/** The records of a list; those that cannot be read are left out. */
export const decodeSectionRecords = (read: ReadRecord, body: unknown): SectionRecord[] => recordsIn(body, read);

/** The single record of an answer; null for what is none. */
export const decodeSectionRecord = (read: ReadRecord, body: unknown): SectionRecord | null =>
  read(decodeObject(unwrapBody(body)));

/**
 * The record in an answer to saving, bare or under `data` and `params` (API-06, API-07), by its id alone or under its name:
 * those of its keys alone.
 */
export function decodeSavedKeys(read: ReadRecord, body: unknown): SectionRecord {
  const answer = decodeObject(unwrapBody(body));
  const params = answer.params ?? (isWireObject(unwrapBody(body)) ? answer : unwrapBody(body));
  const [only, ...others] = Object.values(decodeObject(params));
  const named = isWireObject(only) && others.length === 0 ? only : decodeObject(params);
  const id = isWireObject(params) ? null : decodeId(params);
  const said = id === null ? named : { id };
  const record = read(said);
  return Object.fromEntries(Object.entries(said).map(([key, value]) => [key, record ? record[key] : value]));
}
