import type { FieldInput, Resource } from './define-resource.ts';
import { kindsWith, traitsOf } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** Groups of one list at the most; of more only the largest are shown. */
export const GROUPS_MAX = 200;

/** The grouping of records by a field: by its value, or the month of its day; null where each would be a group of its own. */
export const groupedBy = (field: Pick<FieldInput, 'kind'>): 'value' | 'month' | null =>
  traitsOf(field).groupedBy ?? null;

/** Kinds that a list can be grouped by. */
export const GROUPED = kindsWith((traits) => traits.groupedBy !== undefined);

/** Names of the fields that a person can group a list by; none of a list whose definition names none to begin with. */
export const groupingFields = ({ list, fields }: Pick<Resource, 'list' | 'fields'>): string[] =>
  list.group === undefined
    ? []
    : Object.keys(fields).filter((name) => {
        const field = fields[name];
        return field !== undefined && groupedBy(field) !== null;
      });

/** The last day of a month, both as texts: `2026-02` → `2026-02-28`. */
function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`;
}

type Filters = Readonly<Record<string, unknown>>;

/** The later, or the earlier, of a day that a list is filtered by already and another one. */
const bound = (given: unknown, day: string, isLater: boolean): string =>
  typeof given === 'string' && given > day === isLater ? given : day;

/**
 * The filter of a list for the records of one group.
 * @param value what they have in common, as their groups are told: an id of what is pointed at, a month `YYYY-MM`, null for nothing
 * @param filters what the list is filtered by besides
 */
export function groupFilter(name: string, field: FieldInput, value: unknown, filters: Filters): Filters {
  if (value === null || groupedBy(field) === 'value') return { ...filters, [name]: value };
  const month = String(value);
  const [from, to] = [`${name}_gte`, `${name}_lte`];
  return {
    ...filters,
    [from]: bound(filters[from], `${month}-01`, true),
    [to]: bound(filters[to], lastDay(month), false),
  };
}

/** Name on the wire of the field that a list is grouped by. */
export const groupWire = ({ fields }: Pick<Resource, 'fields'>, name: string): string => {
  const field = fields[name];
  return field ? wireName(name, field) : name;
};
