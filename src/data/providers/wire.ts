import type { Identifier, RaRecord } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { rowsShape } from '#resources/language/rows.ts';
import { getAtPath, topKeys } from '#resources/language/wire-keys.ts';
import type { WireAnswer } from '#resources/protocol/open-shapes.ts';
import {
  decodeSavedKeys,
  decodeSectionRecord,
  decodeSectionRecords,
  loadRecordDecoder,
} from '#resources/protocol/record-answers.ts';
import { isFieldErrorKey, sentences } from '../http/failures.ts';
import { readAnswer } from '../http/unread.ts';

/** A record in wire names and shapes. */
export type WireRecord = Readonly<Record<string, unknown>>;

/** URL path of one record: `/api/crm/cameras/7/`, `/api/records/passes/7`. */
export function recordPath(resource: Resource, id: Identifier): string {
  const { path } = resource.api;
  const key = encodeURIComponent(String(id));
  return path.endsWith('/') ? `${path}${key}/` : `${path}/${key}`;
}

/** Copies the id of a record to `id`, whatever key or path it has on the wire. */
export function withId(resource: Resource, record: WireRecord): RaRecord {
  return { ...record, id: (getAtPath(record, resource.api.id) ?? record.id) as Identifier };
}

/**
 * Decodes the records of a list answer: a plain list, or the `results` of a page.
 * @param address URL of the call, with its query
 */
export async function decodeRecords(resource: Resource, address: string, answer: WireAnswer): Promise<RaRecord[]> {
  const read = await loadRecordDecoder(resource.name);
  const records = readAnswer(address, () => decodeSectionRecords(read, answer));
  return records.map((record) => withId(resource, record));
}

/** Decodes the record of an answer; null if it contains none. */
export async function decodeRecord(resource: Resource, answer: WireAnswer): Promise<RaRecord | null> {
  const record = decodeSectionRecord(await loadRecordDecoder(resource.name), answer);
  return record && withId(resource, record);
}

/**
 * The saved record: the sent values, overridden by the answer, whether bare or in `data` and `params` (API-06, API-07). Its id is
 * 0 when the answer contains none.
 */
export async function readSaved(
  resource: Resource,
  sentRecord: WireRecord,
  answer: WireAnswer,
  id?: Identifier,
): Promise<RaRecord> {
  const saved = withId(resource, { ...sentRecord, ...decodeSavedKeys(await loadRecordDecoder(resource.name), answer) });
  return { ...saved, id: saved.id ?? id ?? 0 };
}

/** Form field of an error key: a cell of a rows field such as `works.3.price`, else the field. */
function errorField({ fields }: Resource, name: string, key: string): string {
  const [, ...cellPath] = key.split('.');
  const field = cellPath.length ? fields[name] : undefined;
  return field && rowsShape(field) ? [name, ...cellPath].join('.') : name;
}

/** Errors of a 400 by form field, and the messages of keys that are no fields of the form (G-38). */
export function fieldErrors(
  resource: Resource,
  body: WireRecord | null,
): { errors: Record<string, string>; rest: string | null } {
  const errors: Record<string, string> = {};
  const otherMessages: unknown[] = [];
  const fields = new Map(
    // If several fields show the same value, the message belongs to the first, which is the editable one.
    Object.entries(resource.fields)
      .reverse()
      .flatMap(([name, field]) => topKeys(name, field).map((key) => [key, name] as const)),
  );
  for (const [key, value] of Object.entries(body ?? {})) {
    if (!isFieldErrorKey(key, value, fields.has(key))) continue;
    const name = fields.get(key.split('.')[0] ?? key);
    const message = sentences(value)[0];
    if (name === undefined || !message) otherMessages.push(value);
    else errors[errorField(resource, name, key)] ??= message;
  }
  return { errors, rest: sentences(otherMessages).join('\n') || null };
}
