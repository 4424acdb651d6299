import type { RecordHistory } from '../definitions/records.ts';
import {
  decodeEntries,
  decodeId,
  decodeList,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  getKey,
  isWireObject,
  textOrNull,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { EmployeeHistory, EmployeeHistoryEntry } from '../people/employees.ts';
import type { JournalAnswer } from './journal.ts';

/** Decoders of histories and of the audit log (ours). */

function decodeAuditEntry<Change>(wire: WireObject, decodeChange: (change: WireObject) => Change | null) {
  const [id, by] = [decodeId(wire), decodeObject(wire.by)];
  const user = decodeId(by.user);
  return id === null
    ? null
    : {
        id,
        at: decodeMoment(wire.at),
        action: decodeText(wire.action),
        by: user === null ? null : { user, name: decodeText(by.name) },
        changes: decodeParts(wire.changes, decodeChange),
      };
}

/** Decodes a page of entries with the id for the next page. */
function decodeHistory<Change>(body: unknown, decodeChange: (change: WireObject) => Change | null) {
  return {
    results: decodeList(body, (wire) => decodeAuditEntry(wire, decodeChange)),
    before: decodeNumber(getKey(unwrapBody(body), 'before')),
  };
}

const decodeHouse = (wire: WireObject) => ({
  street: decodeText(wire.street),
  number: decodeText(wire.number),
  porches: decodeEntries(wire.porches).flatMap((number) => decodeNumber(number) ?? []),
});

function decodeEmployeeChange(wire: WireObject): EmployeeHistoryEntry['changes'][number] | null {
  const [field, moreCount] = [decodeText(wire.field), decodeNumber(wire.more)];
  if (!field) return null;
  return {
    field,
    before: textOrNull(wire.before),
    after: textOrNull(wire.after),
    ...(wire.houses === undefined ? {} : { houses: decodeParts(wire.houses, decodeHouse) }),
    ...(moreCount === null ? {} : { more: moreCount }),
  };
}

/** `GET /api/crm/employee/{id}/history/`. */
export const decodeEmployeeHistory = (body: unknown): EmployeeHistory => decodeHistory(body, decodeEmployeeChange);

/** `GET /api/authorized/journal/`. */
export function decodeJournal(body: unknown): JournalAnswer {
  const results = decodeList(body, (wire) => {
    const entry = decodeAuditEntry(wire, (change) => {
      const field = decodeText(change.field);
      return field ? { field, before: textOrNull(change.before), after: textOrNull(change.after) } : null;
    });
    return (
      entry && {
        ...entry,
        resource: decodeText(wire.resource),
        record: textOrNull(wire.record),
        address: textOrNull(wire.address),
        times: decodeNumber(wire.times) ?? 1,
      }
    );
  });
  return { results, before: decodeNumber(getKey(unwrapBody(body), 'before')) };
}

/** The change of a field; the type of its values depends on the definition. */
function decodeFieldChange(wire: WireObject) {
  const field = decodeText(wire.field);
  return field ? { field, before: wire.before ?? null, after: wire.after ?? null } : null;
}

/** `GET /api/records/{section}/{id}/history/`. */
export const decodeRecordHistory = (body: unknown): RecordHistory => decodeHistory(body, decodeFieldChange);

/** The record that a row of a file changes; null for a new record. */
function decodeImportRecord(wire: WireObject) {
  const id = decodeId(wire);
  return id === null
    ? null
    : { id, version: decodeText(wire.version), changes: decodeParts(wire.changes, decodeFieldChange) };
}

/** `POST /api/records/{section}/import/`: the result of each row. */
export const decodeImportOutcomes = (body: unknown) =>
  decodeParts(getKey(unwrapBody(body), 'rows'), (wire) => {
    const row = decodeNumber(wire.row);
    const errors = Object.entries(decodeObject(wire.errors)).map(
      ([field, messages]) => [field, decodeEntries(messages).map(decodeText)] as const,
    );
    if (row === null) return null;
    const record = decodeImportRecord(decodeObject(wire.record));
    return {
      row,
      id: decodeId(wire.id),
      errors: Object.fromEntries(errors),
      record,
      isOutdated: wire.outdated === true,
    };
  });

/** Records of an added section; their other keys depend on the definition. */
export const decodeStoredRecords = (body: unknown): (WireObject & { id: number })[] =>
  decodeList(body, (wire) => {
    const id = decodeId(wire);
    return id === null ? null : { ...wire, id };
  });

/** `GET /api/records/{section}/references/{field}/`: records that a field may refer to. */
export const decodeReferenceOptions = (body: unknown): { id: number; label: string }[] =>
  decodeList(body, (wire) => {
    const id = decodeId(wire);
    return id === null || !isWireObject(wire) ? null : { id, label: decodeText(wire.label) };
  });
