import type { EmployeeHistory, EmployeeHistoryEntry } from '#resources/protocol/people/employees.ts';
import { auditEntriesOn } from '#server/access/audit.ts';
import { auditDifferences, isValues, type Values } from '#server/access/differences.ts';
import type { Db } from '#server/db/tables.ts';
import { groupPorchesByBuilding, selectCompanyLabels, selectPorchesById } from './history-queries.ts';

/** Actions shown without changes, because all values of the employee would be listed. */
const ACTIONS_WITHOUT_CHANGES: ReadonlySet<string> = new Set(['create', 'delete', 'restore']);
/** Number of entries in an answer. */
const PAGE_SIZE = 20;

/** Maximum number of buildings named in a change. */
const BUILDINGS_MAX = 3;
/** Fields of the audit log that list entrances. */
const PORCH_FIELDS = ['porches_added', 'porches_removed'] as const;

type Change = EmployeeHistoryEntry['changes'][number];

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/** Changes of an employee, newest first. @param before id of the entry to continue after; null starts with the newest */
export async function selectEmployeeHistory(db: Db, employee: number, before: number | null): Promise<EmployeeHistory> {
  const rows = await auditEntriesOn(db, 'employees', employee, before, PAGE_SIZE + 1);
  const pageRows = rows.slice(0, PAGE_SIZE);
  const auditEntries = pageRows.map(({ before: had, after: has }) =>
    [had, has].map((value) => (isValues(value) ? value : {})),
  );
  const labels = await selectCompanyLabels(
    db,
    auditEntries.flatMap((values) => values.map(({ company_id }) => Number(company_id ?? 0))),
  );
  const porches = await selectPorchesById(
    db,
    auditEntries.flatMap((values) =>
      values.flatMap((entryValues) => PORCH_FIELDS.flatMap((field) => idsIn(entryValues[field]))),
    ),
  );
  const withNames = (change: Change, values: readonly Values[]): Change => {
    if (change.field === 'company_id') {
      const label = (id: string | null) => (id === null ? null : (labels.get(Number(id)) ?? id));
      return { ...change, before: label(change.before), after: label(change.after) };
    }
    if (!PORCH_FIELDS.some((field) => field === change.field)) return change;
    const buildings = groupPorchesByBuilding(
      porches,
      new Set(values.flatMap((entryValues) => idsIn(entryValues[change.field]))),
    );
    const hiddenCount = buildings.length - BUILDINGS_MAX;
    return { ...change, houses: buildings.slice(0, BUILDINGS_MAX), ...(hiddenCount > 0 ? { more: hiddenCount } : {}) };
  };
  return {
    results: pageRows.map((row, index) => ({
      id: row.id,
      at: row.at.toISOString(),
      action: row.action,
      by: row.user === null ? null : { user: row.user, name: `${row.first_name} ${row.last_name}` },
      changes: ACTIONS_WITHOUT_CHANGES.has(row.action)
        ? []
        : auditDifferences(row.before, row.after).map((difference) => withNames(difference, auditEntries[index] ?? [])),
    })),
    before: rows.length > PAGE_SIZE ? (pageRows.at(-1)?.id ?? null) : null,
  };
}
