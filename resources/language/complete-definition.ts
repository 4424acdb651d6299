import type { FieldInput, Resource, ResourceInput } from './define-resource.ts';
import { getTraits, type KindTraits } from './kinds/traits.ts';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** Key of a generically stored record: whether the reader has access to every entrance of all its buildings. */
export const ALL_BUILDINGS = 'is_all_buildings';

/** Key of a generically stored record: its version, so that the second of two concurrent editors gets a conflict. */
export const RECORD_VERSION = 'record_version';

/** Key of a generically stored record: id of its author, present if moves depend on it. */
export const RECORD_AUTHOR = 'record_author';

/**
 * Path of the page that imports records from a file.
 * @param list path of the list
 */
export const importRoute = (list: string): string => `${list}/import`;

/** The menu option with its defaults. */
function completeMenu(menu: ResourceInput['menu']): Resource['menu'] {
  return typeof menu === 'object' ? { ...menu, order: menu.order ?? 0 } : (menu ?? true);
}

/**
 * Whether the server numbers records by a field. An unknown kind has no traits here; the check of the definition reports it
 * later.
 */
const isNumbered = (field: FieldInput): boolean =>
  (getTraits(field) as KindTraits<FieldInput> | undefined)?.numbering !== undefined;

/** Marks the fields that the server numbers as unique. */
function withUnique(fields: ResourceInput['fields']): Readonly<Record<string, FieldInput>> {
  const entries = Object.entries(fields);
  if (!entries.some(([, field]) => isNumbered(field))) return fields;
  return Object.fromEntries(
    entries.map(([name, field]) => [name, isNumbered(field) ? { ...field, unique: true } : field]),
  );
}

/**
 * Fills in the defaults of a definition. Checks nothing: the input is a built-in definition, or one that `readDefinition` has
 * parsed.
 */
export function completeDefinition(input: DeepReadonly<ResourceInput>): Resource {
  const data = input as ResourceInput;
  const api: NonNullable<ResourceInput['api']> = data.api ?? {
    dialect: 'simple-rest',
    path: `/api/records/${data.name}`,
    paging: 'page',
    undo: true,
    version: RECORD_VERSION,
    ...(data.building ? { scope: 'buildings_id' as const } : {}),
  };
  const routes = data.routes ?? { list: `/${data.name}`, create: `/${data.name}/create`, edit: `/${data.name}/edit` };
  // Generically stored records can also be imported from a file.
  const ways =
    data.ways ??
    (data.api || !data.form || !routes.create
      ? undefined
      : [
          { path: routes.create, label: 'engine.import.one' },
          { path: importRoute(routes.list), label: 'engine.import.many' },
        ]);
  // The server refuses to delete a record if the reader lacks access to one of its buildings; this rule lets the console show
  // it beforehand.
  const building = data.building === undefined ? undefined : data.fields[data.building];
  const hasSeveralBuildings = !data.api && building !== undefined && getTraits(building).points?.to === 'buildings';
  return {
    ...data,
    ...(hasSeveralBuildings ? { record: { deleteWhole: ALL_BUILDINGS, ...data.record } } : {}),
    ...(ways ? { ways } : {}),
    menu: completeMenu(data.menu),
    fields: withUnique(data.fields),
    list: { ...data.list, menu: data.list.menu ?? [] },
    routes,
    api: { ...api, update: api.update ?? 'PUT', id: api.id ?? 'id' },
    generic: !data.api,
  };
}
