import { decodeCamera } from './buildings/camera-answers.ts';
import { decodeAnnouncement } from './news/news-answers.ts';
import { decodeId, decodeList, decodeObject, isWireObject, unwrapBody, type WireObject } from './open-shapes.ts';

/** Decodes one record of a section; built-in sections return null if it has no id, other sections return it unchanged. */
export type RecordDecoder = (wire: WireObject) => SectionRecord | null;

/** Decodes the keys that the specification names; null without an id. */
type Decoder = (wire: WireObject) => object | null;

/**
 * Decoders of built-in sections by the name of their definition: those of the first page are bundled, the others are loaded
 * with their section. Unknown keys are kept, since they may be fields that an installation added.
 */
const DECODERS: Readonly<Record<string, () => Decoder | Promise<Decoder>>> = {
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

/** Loads the decoder of a section. Call it along with the request, because it may have to be fetched. */
export async function loadRecordDecoder(name: string): Promise<RecordDecoder> {
  const read = await DECODERS[name]?.();
  if (!read) return (wire) => wire;
  return (wire) => {
    const record = read(wire);
    return record && { ...wire, ...record };
  };
}

/** Decodes the records of a list; invalid ones are left out. */
export const decodeSectionRecords = (read: RecordDecoder, body: unknown): SectionRecord[] => decodeList(body, read);

/** Decodes a single record; null if it is invalid. */
export const decodeSectionRecord = (read: RecordDecoder, body: unknown): SectionRecord | null =>
  read(decodeObject(unwrapBody(body)));

/**
 * Decodes the response to a save, which may be a bare id or a record, optionally under `data`, `params` or its name (API-06,
 * API-07), and returns only the keys it contains.
 */
export function decodeSavedKeys(read: RecordDecoder, body: unknown): SectionRecord {
  const answer = decodeObject(unwrapBody(body));
  const params = answer.params ?? (isWireObject(unwrapBody(body)) ? answer : unwrapBody(body));
  const [only, ...others] = Object.values(decodeObject(params));
  const wire = isWireObject(only) && others.length === 0 ? only : decodeObject(params);
  const id = isWireObject(params) ? null : decodeId(params);
  const savedKeys = id === null ? wire : { id };
  const record = read(savedKeys);
  return Object.fromEntries(Object.entries(savedKeys).map(([key, value]) => [key, record ? record[key] : value]));
}
