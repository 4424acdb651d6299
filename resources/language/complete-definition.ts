import type { FieldInput, Resource, ResourceInput } from './define-resource.ts';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

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
    ...(data.building ? { scope: 'buildings_id' as const } : {}),
  };
  return {
    ...data,
    menu: data.menu ?? true,
    fields: data.fields as Readonly<Record<string, FieldInput>>,
    list: { ...data.list, menu: data.list.menu ?? [] },
    routes: data.routes ?? { list: `/${data.name}`, create: `/${data.name}/create`, edit: `/${data.name}/edit` },
    api: { ...api, update: api.update ?? 'PUT', id: api.id ?? 'id' },
    generic: !data.api,
  };
}
