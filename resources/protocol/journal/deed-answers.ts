import type { RecordHistory } from '../definitions/records.ts';
import {
  bareOf,
  entriesOf,
  idOf,
  isWireObject,
  momentOf,
  numberOf,
  objectOf,
  partsOf,
  recordsIn,
  textOf,
  textOrNull,
  under,
  type WireObject,
} from '../open-shapes.ts';
import type { EmployeeDeed, EmployeeHistory } from '../people/employees.ts';
import type { JournalAnswer } from './journal.ts';

/** The history of changes (ours). */

function deedOf<Change>(wire: WireObject, changeOf: (change: WireObject) => Change | null) {
  const [id, by] = [idOf(wire), objectOf(wire.by)];
  const user = idOf(by.user);
  return id === null
    ? null
    : {
        id,
        at: momentOf(wire.at),
        action: textOf(wire.action),
        by: user === null ? null : { user, name: textOf(by.name) },
        changes: partsOf(wire.changes, changeOf),
      };
}

/** @returns the deeds of an answer, and the id to go on with */
function historyOf<Change>(body: unknown, changeOf: (change: WireObject) => Change | null) {
  return {
    results: recordsIn(body, (wire) => deedOf(wire, changeOf)),
    before: numberOf(under(bareOf(body), 'before')),
  };
}

const houseOf = (wire: WireObject) => ({
  street: textOf(wire.street),
  number: textOf(wire.number),
  porches: entriesOf(wire.porches).flatMap((number) => numberOf(number) ?? []),
});

function employeeChangeOf(wire: WireObject): EmployeeDeed['changes'][number] | null {
  const [field, moreCount] = [textOf(wire.field), numberOf(wire.more)];
  if (!field) return null;
  return {
    field,
    before: textOrNull(wire.before),
    after: textOrNull(wire.after),
    ...(wire.houses === undefined ? {} : { houses: partsOf(wire.houses, houseOf) }),
    ...(moreCount === null ? {} : { more: moreCount }),
  };
}

/** `GET /api/crm/employee/{id}/history/`. */
export const employeeHistoryOf = (body: unknown): EmployeeHistory => historyOf(body, employeeChangeOf);

/** `GET /api/authorized/journal/`. */
export function journalOf(body: unknown): JournalAnswer {
  const results = recordsIn(body, (wire) => {
    const deed = deedOf(wire, (change) => {
      const field = textOf(change.field);
      return field ? { field, before: textOrNull(change.before), after: textOrNull(change.after) } : null;
    });
    return (
      deed && {
        ...deed,
        resource: textOf(wire.resource),
        record: textOrNull(wire.record),
        address: textOrNull(wire.address),
        times: numberOf(wire.times) ?? 1,
      }
    );
  });
  return { results, before: numberOf(under(bareOf(body), 'before')) };
}

/** `GET /api/records/{section}/{id}/history/`; what the values are, the definition says. */
export const recordHistoryOf = (body: unknown): RecordHistory =>
  historyOf(body, (wire) => {
    const field = textOf(wire.field);
    return field ? { field, before: wire.before ?? null, after: wire.after ?? null } : null;
  });

/** `POST /api/records/{section}/import/`: what became of each row. */
export const importOutcomesOf = (body: unknown) =>
  partsOf(under(bareOf(body), 'rows'), (wire) => {
    const row = numberOf(wire.row);
    const errors = Object.entries(objectOf(wire.errors)).map(
      ([field, said]) => [field, entriesOf(said).map(textOf)] as const,
    );
    return row === null ? null : { row, id: idOf(wire.id), errors: Object.fromEntries(errors) };
  });

/** Records of a section that an installation has added; which keys they have besides is the definition's to say. */
export const storedRecordsOf = (body: unknown): (WireObject & { id: number })[] =>
  recordsIn(body, (wire) => {
    const id = idOf(wire);
    return id === null ? null : { ...wire, id };
  });

/** `GET /api/records/{section}/references/{field}/`: records that a field may point at. */
export const pointedOf = (body: unknown): { id: number; label: string }[] =>
  recordsIn(body, (wire) => {
    const id = idOf(wire);
    return id === null || !isWireObject(wire) ? null : { id, label: textOf(wire.label) };
  });
