import type { RecordHistory } from '../definitions/records.ts';
import {
  decodeEntries,
  decodeId,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  isWireObject,
  recordsIn,
  textOrNull,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { EmployeeHistory, EmployeeHistoryEntry } from '../people/employees.ts';
import type { JournalAnswer } from './journal.ts';

/** The history of changes (ours). */

function decodeAuditEntry<Change>(wire: WireObject, changeOf: (change: WireObject) => Change | null) {
  const [id, by] = [decodeId(wire), decodeObject(wire.by)];
  const user = decodeId(by.user);
  return id === null
    ? null
    : {
        id,
        at: decodeMoment(wire.at),
        action: decodeText(wire.action),
        by: user === null ? null : { user, name: decodeText(by.name) },
        changes: decodeParts(wire.changes, changeOf),
      };
}

/** @returns the entries of an answer, and the id to go on with */
function decodeHistory<Change>(body: unknown, changeOf: (change: WireObject) => Change | null) {
  return {
    results: recordsIn(body, (wire) => decodeAuditEntry(wire, changeOf)),
    before: decodeNumber(under(unwrapBody(body), 'before')),
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
  const results = recordsIn(body, (wire) => {
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
  return { results, before: decodeNumber(under(unwrapBody(body), 'before')) };
}

/** The change of a field of a record; what the values are, the definition says. */
function decodeFieldChange(wire: WireObject) {
  const field = decodeText(wire.field);
  return field ? { field, before: wire.before ?? null, after: wire.after ?? null } : null;
}

/** `GET /api/records/{section}/{id}/history/`. */
export const decodeRecordHistory = (body: unknown): RecordHistory => decodeHistory(body, decodeFieldChange);

/** The record that a row of a file changes; null for a new one. */
function decodeImportRecord(wire: WireObject) {
  const id = decodeId(wire);
  return id === null
    ? null
    : { id, version: decodeText(wire.version), changes: decodeParts(wire.changes, decodeFieldChange) };
}

/** `POST /api/records/{section}/import/`: what became of each row. */
export const decodeImportOutcomes = (body: unknown) =>
  decodeParts(under(unwrapBody(body), 'rows'), (wire) => {
    const row = decodeNumber(wire.row);
    const errors = Object.entries(decodeObject(wire.errors)).map(
      ([field, said]) => [field, decodeEntries(said).map(decodeText)] as const,
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

/** Records of a section that an installation has added; which keys they have besides is the definition's to say. */
export const decodeStoredRecords = (body: unknown): (WireObject & { id: number })[] =>
  recordsIn(body, (wire) => {
    const id = decodeId(wire);
    return id === null ? null : { ...wire, id };
  });

/** `GET /api/records/{section}/references/{field}/`: records that a field may point at. */
export const decodePointed = (body: unknown): { id: number; label: string }[] =>
  recordsIn(body, (wire) => {
    const id = decodeId(wire);
    return id === null || !isWireObject(wire) ? null : { id, label: decodeText(wire.label) };
  });
