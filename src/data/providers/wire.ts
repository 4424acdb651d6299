import type { Identifier, RaRecord } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { rowsShape } from '#resources/language/rows.ts';
import { topKeys, wireAt } from '#resources/language/wire-keys.ts';
import type { WireAnswer } from '#resources/protocol/open-shapes.ts';
import {
  decodeSavedKeys,
  decodeSectionRecord,
  decodeSectionRecords,
  loadRecordReader,
} from '#resources/protocol/record-answers.ts';
import { saysOfField, sentences } from '../http/failures.ts';
import { readAnswer } from '../http/unread.ts';

/** A record as the wire has it. */
export type WireRecord = Readonly<Record<string, unknown>>;

/** Address of one record: `/api/crm/cameras/7/`, `/api/records/passes/7`. */
export function recordPath(resource: Resource, id: Identifier): string {
  const { path } = resource.api;
  const key = encodeURIComponent(String(id));
  return path.endsWith('/') ? `${path}${key}/` : `${path}/${key}`;
}

/** A record with its id under `id`, whatever key or path the wire has it under. */
export function withId(resource: Resource, record: WireRecord): RaRecord {
  return { ...record, id: (wireAt(record, resource.api.id) ?? record.id) as Identifier };
}

/** The records of a list answer: a plain list, or the `results` of a page. @param address of the call, with its query */
export async function readRecords(resource: Resource, address: string, answer: WireAnswer): Promise<RaRecord[]> {
  const read = await loadRecordReader(resource.name);
  const records = readAnswer(address, () => decodeSectionRecords(read, answer));
  return records.map((record) => withId(resource, record));
}

/** The single record of an answer; null for what is none. */
export async function readRecord(resource: Resource, answer: WireAnswer): Promise<RaRecord | null> {
  const record = decodeSectionRecord(await loadRecordReader(resource.name), answer);
  return record && withId(resource, record);
}

/**
 * The saved record: what was sent, with what the answer says of it, bare or in `data` and `params`
 * (API-06, API-07). Its id is 0 when the answer names none.
 */
export async function readSaved(
  resource: Resource,
  sentRecord: WireRecord,
  answer: WireAnswer,
  id?: Identifier,
): Promise<RaRecord> {
  const saved = withId(resource, { ...sentRecord, ...decodeSavedKeys(await loadRecordReader(resource.name), answer) });
  return { ...saved, id: saved.id ?? id ?? 0 };
}

/** The place in a form that a key of a refusal speaks of: a cell of rows, `works.3.price`; else the field. */
function errorPlace({ fields }: Resource, name: string, key: string): string {
  const [, ...cell] = key.split('.');
  const field = cell.length ? fields[name] : undefined;
  return field && rowsShape(field) ? [name, ...cell].join('.') : name;
}

/** Errors of a 400 by form field, and the sentences of keys that no field of the form has (G-38). */
export function fieldErrors(
  resource: Resource,
  body: WireRecord | null,
): { errors: Record<string, string>; rest: string | null } {
  const errors: Record<string, string> = {};
  const rest: unknown[] = [];
  const fields = new Map(
    // Of several fields that show the same, the message belongs to the first: the others only show it.
    Object.entries(resource.fields)
      .reverse()
      .flatMap(([name, field]) => topKeys(name, field).map((key) => [key, name] as const)),
  );
  for (const [key, value] of Object.entries(body ?? {})) {
    if (!saysOfField(key, value, fields.has(key))) continue;
    const name = fields.get(key.split('.')[0] ?? key);
    const message = sentences(value)[0];
    if (name === undefined || !message) rest.push(value);
    else errors[errorPlace(resource, name, key)] ??= message;
  }
  return { errors, rest: sentences(rest).join('\n') || null };
}
