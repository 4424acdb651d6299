import type { EmployeeHistory, EmployeeHistoryEntry } from '#resources/protocol/people/employees.ts';
import { auditEntriesOn } from '#server/access/audit.ts';
import { auditDifferences, isValues, type Values } from '#server/access/differences.ts';
import type { Db } from '#server/db/tables.ts';
import { companyLabels, groupPorchesByBuilding, porchesById } from './history-queries.ts';

/** Actions shown without changes: the values of a new or deleted employee are no change. */
const WHOLE: ReadonlySet<string> = new Set(['create', 'delete', 'restore']);
/** Entries of one answer. */
const PAGE = 20;

/** Buildings of one line that are named. */
const BUILDINGS = 3;
/** Lists of entrances in the audit log. */
const MOVED = ['porches_added', 'porches_removed'] as const;

type Change = EmployeeHistoryEntry['changes'][number];

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/** Changes of an employee, the newest first. @param before id of the entry to go on after; null = from the newest */
export async function selectEmployeeHistory(db: Db, employee: number, before: number | null): Promise<EmployeeHistory> {
  const rows = await auditEntriesOn(db, 'employees', employee, before, PAGE + 1);
  const pageRows = rows.slice(0, PAGE);
  const auditEntries = pageRows.map(({ before: had, after: has }) =>
    [had, has].map((value) => (isValues(value) ? value : {})),
  );
  const labels = await companyLabels(
    db,
    auditEntries.flatMap((values) => values.map(({ company_id }) => Number(company_id ?? 0))),
  );
  const porches = await porchesById(
    db,
    auditEntries.flatMap((values) => values.flatMap((one) => MOVED.flatMap((field) => idsIn(one[field])))),
  );
  const named = (change: Change, values: readonly Values[]): Change => {
    if (change.field === 'company_id') {
      const label = (id: string | null) => (id === null ? null : (labels.get(Number(id)) ?? id));
      return { ...change, before: label(change.before), after: label(change.after) };
    }
    if (!MOVED.some((field) => field === change.field)) return change;
    const buildings = groupPorchesByBuilding(porches, new Set(values.flatMap((one) => idsIn(one[change.field]))));
    const more = buildings.length - BUILDINGS;
    return { ...change, houses: buildings.slice(0, BUILDINGS), ...(more > 0 ? { more } : {}) };
  };
  return {
    results: pageRows.map((row, at) => ({
      id: row.id,
      at: row.at.toISOString(),
      action: row.action,
      by: row.user === null ? null : { user: row.user, name: `${row.first_name} ${row.last_name}` },
      changes: WHOLE.has(row.action)
        ? []
        : auditDifferences(row.before, row.after).map((one) => named(one, auditEntries[at] ?? [])),
    })),
    before: rows.length > PAGE ? (pageRows.at(-1)?.id ?? null) : null,
  };
}
