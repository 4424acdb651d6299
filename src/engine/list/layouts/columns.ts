import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';

/** A column of a table. */
export interface Column {
  name: string;
  field: FieldInput;
  /** Whether values are right-aligned, as numbers are. */
  right: boolean;
  /** Whether its header sorts. */
  sortable: boolean;
  /** Whether the column is hidden unless the person has chosen it. */
  extra?: boolean;
}

const DEFAULT_COLUMN_COUNT = 6;

const primaryFieldNames = ({ fields }: Resource): string[] =>
  Object.keys(fields).filter((name) => fields[name] && !getTraits(fields[name]).isSecondary);

function columnsNamed(resource: Resource, names: readonly string[]): Column[] {
  return names.flatMap((name) => {
    const field = resource.fields[name];
    if (!field) return [];
    return [{ name, field, right: getTraits(field).isNumeric === true, sortable: isSortable(resource, field) }];
  });
}

/** Default columns of a table: those that the definition names, else its first primary fields. */
export function listColumns(resource: Resource): Column[] {
  return columnsNamed(resource, resource.list.columns ?? primaryFieldNames(resource).slice(0, DEFAULT_COLUMN_COUNT));
}

/**
 * All columns a person can choose: the default ones and, for generically stored sections, whose rows contain every field, the
 * other primary fields.
 */
export function availableColumns(resource: Resource): Column[] {
  const listedColumns = listColumns(resource);
  if (!resource.generic) return listedColumns;
  const names = primaryFieldNames(resource).filter((name) => !listedColumns.some((column) => column.name === name));
  return [...listedColumns, ...columnsNamed(resource, names).map((column) => ({ ...column, extra: true }))];
}

function isSortable({ generic, api }: Resource, field: FieldInput): boolean {
  const { order } = getTraits(field);
  if (order === 'elsewhere') return !generic;
  return order === 'everywhere' || (order === 'counted' && !generic && api.sort !== undefined);
}
