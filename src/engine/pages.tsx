import { type RouteObject, redirect } from 'react-router';
import { currentFeatures } from '#console/data/session/features.ts';
import type { SectionFields } from '#console/fields/registry.ts';
import { FallbackPage } from '#console/shell/fallback-page.tsx';
import { importRoute } from '#resources/language/complete-definition.ts';
import type { CreateForm } from '#resources/language/create-form.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { hasAddition } from '#resources/language/features.ts';
import { formSections } from '#resources/language/form-sections.ts';
import type { SlotName } from '#resources/language/slots.ts';
import { filterFields, kindParts, preloadParts } from './field-part.tsx';
import { listColumns } from './list/layouts/columns.ts';
import { loadListParts } from './list/layouts.ts';

/** Widgets of sections that pages preload before they render. */
export interface Widgets {
  /** Preloads the widget of a slot. */
  loadSlot: (name: SlotName | undefined) => Promise<void>;
  /** Components of field kinds that belong to sections. */
  fields: SectionFields;
  /** Create forms with fields different from the definition's, by name of the definition. */
  createForms: Readonly<Record<string, () => Promise<CreateForm>>>;
}
/** Without preloading: widgets load when they are first rendered. */
const NO_PRELOADING: Widgets = { loadSlot: async () => undefined, fields: {}, createForms: {} };

/** The list page together with the code of its layout; loaded on navigation. */
async function loadList(resource: Resource, { loadSlot, fields }: Widgets) {
  const { frame, body, above, card, view } = resource.list;
  if (body) {
    const [{ ListPage }] = await Promise.all([import('./list/list-page.tsx'), loadSlot(frame), loadSlot(body)]);
    return { Component: () => <ListPage resource={resource} parts={null} /> };
  }
  const tableColumns = resource.list.layout === 'table' || !card ? listColumns(resource) : [];
  const [{ ListPage }, parts] = await Promise.all([
    import('./list/list-page.tsx'),
    loadListParts(resource),
    preloadParts(resource, [...tableColumns.map(({ name }) => name), ...(resource.card?.fields ?? [])], 'cell', fields),
    preloadParts(
      resource,
      filterFields(resource).map(({ source }) => source),
      'filter',
      fields,
    ),
    loadSlot(frame),
    // Would push the rows down if it were rendered after them.
    loadSlot(above),
    loadSlot(card),
    loadSlot(view),
  ]);
  return { Component: () => <ListPage resource={resource} parts={parts} /> };
}

/** Preloads the code that a list needs after its first render: widgets in its cells, and its tools. */
async function preloadRemaining(resource: Resource, { loadSlot }: Widgets): Promise<void> {
  const cells = listColumns(resource).map(({ field }) => field.cell);
  await Promise.all([
    ...cells.map(loadSlot),
    resource.list.layout === 'table' && !resource.list.body ? import('./list/column-choice/list-columns.tsx') : null,
    hasAddition(currentFeatures(), 'views') ? import('./list/saved-views/list-views.tsx') : null,
    resource.generic ? import('./list/export/export-button.tsx') : null,
    resource.generic && resource.list.layout === 'table' && hasAddition(currentFeatures(), 'bulk')
      ? import('./list/bulk/record-bar.tsx')
      : null,
  ]);
}

/** Preloader of a route's remaining code; undefined where there is none. */
export const remainingCodeLoader = ({ handle }: RouteObject): (() => Promise<void>) | undefined =>
  (handle as { rest?: () => Promise<void> } | undefined)?.rest;

/** A form page with the inputs of its fields; separate from the list, which needs neither. */
async function loadForm(
  definition: Resource,
  purpose: 'create' | 'edit',
  { fields: sectionFields, createForms }: Widgets,
) {
  const form = purpose === 'create' ? await createForms[definition.name]?.() : undefined;
  const resource = form ? { ...definition, ...form } : definition;
  const names = formSections(resource).flatMap(({ fields }) => fields);
  const isReadonlyField = (name: string, field: FieldInput) =>
    kindParts(field, sectionFields)?.input === null ||
    (purpose === 'edit' && (field.once || resource.locked?.has(name)));
  const fixedNames = names.filter((name) => resource.fields[name] && isReadonlyField(name, resource.fields[name]));
  const inputNames = names.filter((name) => !fixedNames.includes(name));
  const readonlyNames = purpose === 'edit' ? names.filter((name) => resource.fields[name]?.readonly !== undefined) : [];
  const [{ CreatePage, EditPage, loadExpressions }] = await Promise.all([
    import('./form/form-pages.tsx'),
    preloadParts(resource, inputNames, 'input', sectionFields),
    preloadParts(resource, [...fixedNames, ...readonlyNames], 'cell', sectionFields),
  ]);
  const expressions = await loadExpressions(resource);
  const Page = purpose === 'create' ? CreatePage : EditPage;
  return { Component: () => <Page resource={resource} expressions={expressions} /> };
}

/** The page that imports records from a file. */
async function loadImport(resource: Resource) {
  const { RecordImportPage } = await import('./import/records/import-page.tsx');
  return { Component: () => <RecordImportPage resource={resource} /> };
}

/** Redirects react-admin's own route to the definition's, or to the list if it has none. */
function redirectRoute(path: string, getPath: () => string): RouteObject {
  return { path, loader: () => redirect(getPath()) };
}

/** Marks routes that are rendered without the console's menu and layout. */
const BARE = { bare: true };

/** Whether a route is rendered without the console's layout. */
export const isBare = ({ handle }: RouteObject): boolean => handle === BARE;

/** Redirects react-admin's route with an id; an id that is not a whole number gives the «wrong address» page (SHELL-01). */
function redirectRouteWithId(path: string, getPath: (id: string) => string): RouteObject {
  return {
    path,
    handle: BARE,
    loader: ({ params: { id = '' } }) => (/^\d{1,15}$/.test(id) ? redirect(getPath(id)) : null),
    Component: FallbackPage,
  };
}

/**
 * Routes of a definition's pages, each loaded on navigation, and redirects from the routes that react-admin would have given
 * them.
 * @param widgets preloaded with the pages; if omitted, they load when first rendered
 */
export function resourceRoutes(resource: Resource, widgets: Widgets = NO_PRELOADING): RouteObject[] {
  const { list, create, edit } = resource.routes;
  const reactAdminPath = `/${resource.name}`;
  const hasForm = resource.form !== undefined;
  const editAddress = (id: string) => `${edit ?? list}?id=${id}`;
  const cardAddress = (id: string) => (resource.card ? `${list}?id=${id}` : editAddress(id));
  const pages: RouteObject[] = [
    {
      path: list,
      lazy: () => loadList(resource, widgets),
      handle: { rest: () => preloadRemaining(resource, widgets) },
    },
    ...(hasForm && create ? [{ path: create, lazy: () => loadForm(resource, 'create', widgets) }] : []),
    ...(resource.generic && hasForm && create ? [{ path: importRoute(list), lazy: () => loadImport(resource) }] : []),
    ...(hasForm && edit ? [{ path: edit, lazy: () => loadForm(resource, 'edit', widgets) }] : []),
    redirectRoute(reactAdminPath, () => list),
    ...(hasForm && create ? [redirectRoute(`${reactAdminPath}/create`, () => create)] : []),
    ...(hasForm && edit ? [redirectRouteWithId(`${reactAdminPath}/:id`, editAddress)] : []),
    redirectRouteWithId(`${reactAdminPath}/:id/show`, cardAddress),
  ];
  // A page that the definition has at the same path takes precedence.
  return pages.filter((page, index) => pages.findIndex(({ path }) => path === page.path) === index);
}
