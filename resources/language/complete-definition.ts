import type { FieldInput, Resource, ResourceInput } from './define-resource.ts';
import { type KindTraits, traitsOf } from './kinds/traits.ts';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** Key of a record that the backend in the box keeps: whether every building that it is tied to is wholly the reader's. */
export const ALL_BUILDINGS = 'is_all_buildings';

/** Key of a record that the backend in the box keeps: changes with all that the record holds, so that of two editors the second is told. */
export const RECORD_VERSION = 'record_version';

/** Key of a record that the backend in the box keeps: id of its author, where moves ask for that. */
export const RECORD_AUTHOR = 'record_author';

/** Address of the page that takes a file of records in. @param list address of the list */
export const importRoute = (list: string): string => `${list}/import`;

/** Where the menu lists a section. */
function placeInMenu(menu: ResourceInput['menu']): Resource['menu'] {
  return typeof menu === 'object' ? { ...menu, order: menu.order ?? 0 } : (menu ?? true);
}

/** Whether the server numbers records by a field. A kind that does not exist has no traits; it is told where definitions are checked. */
const isNumbered = (field: FieldInput): boolean =>
  (traitsOf(field) as KindTraits<FieldInput> | undefined)?.numbering !== undefined;

/** The fields of a definition, of which those that the server numbers are unique by what they are. */
function withUnique(fields: ResourceInput['fields']): Readonly<Record<string, FieldInput>> {
  const entries = Object.entries(fields);
  if (!entries.some(([, field]) => isNumbered(field))) return fields;
  return Object.fromEntries(
    entries.map(([name, field]) => [name, isNumbered(field) ? { ...field, unique: true } : field]),
  );
}

/**
 * Fills in what a definition left out. It checks nothing: the input is a definition of the product
 * itself, or one that `readDefinition` has parsed.
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
  // Records that the backend in the box keeps can also come out of a file.
  const ways =
    data.ways ??
    (data.api || !data.form || !routes.create
      ? undefined
      : [
          { path: routes.create, label: 'engine.import.one' },
          { path: importRoute(routes.list), label: 'engine.import.many' },
        ]);
  // The server refuses to delete what is tied to a building that is not wholly the reader's: the console says so beforehand.
  const building = data.building === undefined ? undefined : data.fields[data.building];
  const severalBuildings = !data.api && building !== undefined && traitsOf(building).points?.to === 'buildings';
  return {
    ...data,
    ...(severalBuildings ? { record: { deleteWhole: ALL_BUILDINGS, ...data.record } } : {}),
    ...(ways ? { ways } : {}),
    menu: placeInMenu(data.menu),
    fields: withUnique(data.fields),
    list: { ...data.list, menu: data.list.menu ?? [] },
    routes,
    api: { ...api, update: api.update ?? 'PUT', id: api.id ?? 'id' },
    generic: !data.api,
  };
}
