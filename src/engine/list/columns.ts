import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { SORTED } from '#resources/language/sorted-kinds.ts';

/** A column of a table. */
export interface Column {
  name: string;
  field: FieldInput;
  /** Numbers stand at the right. */
  right: boolean;
  /** Whether its header sorts. */
  sortable: boolean;
}

/** Kinds that say little in a cell; a definition that wants them in a table names its columns. */
const SELDOM: readonly FieldInput['kind'][] = ['long-text', 'lines', 'files', 'avatar', 'checklist'];
/** Kinds whose values have no order that anybody would look for, where another server sorts or the whole list is there. */
const UNSORTED: readonly FieldInput['kind'][] = [
  'files',
  'avatar',
  'checklist',
  'buildings',
  'porches',
  'levels',
  'lines',
  'some-of',
  // By number alone, which nobody would look for.
  'reference',
  'unit',
];
/** Of these a server sorts by how many they hold. */
const COUNTED: readonly FieldInput['kind'][] = ['porches', 'levels'];
const MOST = 6;

/** The columns of a table: those the definition names, else its first telling fields. */
export function columnsOf(resource: Resource): Column[] {
  const names =
    resource.list.columns ??
    Object.entries(resource.fields)
      .filter(([, field]) => !SELDOM.includes(field.kind))
      .map(([name]) => name)
      .slice(0, MOST);
  return names.flatMap((name) => {
    const field = resource.fields[name];
    if (!field) return [];
    const counted = resource.api.sort !== undefined && COUNTED.includes(field.kind);
    const sortable = resource.generic ? SORTED.has(field.kind) : counted || !UNSORTED.includes(field.kind);
    return [{ name, field, right: ['number', 'money', 'meter'].includes(field.kind), sortable }];
  });
}
