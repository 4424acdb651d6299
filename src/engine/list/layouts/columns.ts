import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';

/** A column of a table. */
export interface Column {
  name: string;
  field: FieldInput;
  /** Numbers stand at the right. */
  right: boolean;
  /** Whether its header sorts. */
  sortable: boolean;
  /** Whether it stands in the table only where it was chosen. */
  extra?: boolean;
}

const MOST = 6;

const tellingNames = ({ fields }: Resource): string[] =>
  Object.keys(fields).filter((name) => fields[name] && !traitsOf(fields[name]).isSecondary);

function columnsNamed(resource: Resource, names: readonly string[]): Column[] {
  return names.flatMap((name) => {
    const field = resource.fields[name];
    if (!field) return [];
    return [{ name, field, right: traitsOf(field).isNumeric === true, sortable: isSortable(resource, field) }];
  });
}

/** The columns of a table: those the definition names, else its first telling fields. */
export function listColumns(resource: Resource): Column[] {
  return columnsNamed(resource, resource.list.columns ?? tellingNames(resource).slice(0, MOST));
}

/** These and, of a generic section, where rows carry every field, its other telling fields to be chosen. */
export function everyColumn(resource: Resource): Column[] {
  const listedColumns = listColumns(resource);
  if (!resource.generic) return listedColumns;
  const names = tellingNames(resource).filter((name) => !listedColumns.some((column) => column.name === name));
  return [...listedColumns, ...columnsNamed(resource, names).map((column) => ({ ...column, extra: true }))];
}

function isSortable({ generic, api }: Resource, field: FieldInput): boolean {
  const { order } = traitsOf(field);
  if (order === 'elsewhere') return !generic;
  return order === 'everywhere' || (order === 'counted' && !generic && api.sort !== undefined);
}
