import type { FieldInput, Resource } from './define-resource.ts';
import { getTraits, kindsWith } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** Maximum number of groups in a list; beyond it only the largest are shown. */
export const GROUPS_MAX = 200;

/** How records are grouped by a field: by its value or by the month of its day; null if it cannot be grouped by. */
export const getGrouping = (field: Pick<FieldInput, 'kind'>): 'value' | 'month' | null =>
  getTraits(field).groupedBy ?? null;

/** Kinds of fields that a list can be grouped by. */
export const GROUPABLE_KINDS = kindsWith((traits) => traits.groupedBy !== undefined);

/** Names of the fields that a person can group a list by; none unless the definition sets `list.group`. */
export const groupingFields = ({ list, fields }: Pick<Resource, 'list' | 'fields'>): string[] =>
  list.group === undefined
    ? []
    : Object.keys(fields).filter((name) => {
        const field = fields[name];
        return field !== undefined && getGrouping(field) !== null;
      });

/** The last day of a month: `2026-02` → `2026-02-28`. */
function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`;
}

type Filters = Readonly<Record<string, unknown>>;

/** The stricter of an existing bound of the filter and a day. */
const stricterBound = (current: unknown, day: string, isLater: boolean): string =>
  typeof current === 'string' && current > day === isLater ? current : day;

/**
 * Filter of a list for the records of one group.
 * @param value common value as in the group: an id for references, a month `YYYY-MM`, null for empty
 * @param filters other filters of the list
 */
export function groupFilter(name: string, field: FieldInput, value: unknown, filters: Filters): Filters {
  if (value === null || getGrouping(field) === 'value') return { ...filters, [name]: value };
  const month = String(value);
  const [from, to] = [`${name}_gte`, `${name}_lte`];
  return {
    ...filters,
    [from]: stricterBound(filters[from], `${month}-01`, true),
    [to]: stricterBound(filters[to], lastDay(month), false),
  };
}

/** Wire name of the field that a list is grouped by. */
export const groupWireName = ({ fields }: Pick<Resource, 'fields'>, name: string): string => {
  const field = fields[name];
  return field ? wireName(name, field) : name;
};
