import { type RouteObject, redirect } from 'react-router';
import { featuresNow } from '#console/data/session/features.ts';
import type { SectionFields } from '#console/fields/registry.ts';
import { FallbackPage } from '#console/shell/fallback-page.tsx';
import { importRoute } from '#resources/language/complete-definition.ts';
import type { CreateForm } from '#resources/language/create-form.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { has } from '#resources/language/features.ts';
import { formSections } from '#resources/language/form-sections.ts';
import type { SlotName } from '#resources/language/slots.ts';
import { filterFields, kindParts, preloadParts } from './field-part.tsx';
import { listColumns } from './list/layouts/columns.ts';
import { loadListParts } from './list/layouts.ts';

/** The widgets of sections, for pages that load what they show before they are drawn. */
export interface Widgets {
  /** Loads a slot. */
  loadSlot: (name: SlotName | undefined) => Promise<void>;
  /** Those of the kinds that sections have for themselves. */
  fields: SectionFields;
  /** Create forms with fields of their own, by the name of the definition. */
  createForms: Readonly<Record<string, () => Promise<CreateForm>>>;
}
/** They come when they are drawn. */
const LATER: Widgets = { loadSlot: async () => undefined, fields: {}, createForms: {} };

/** The list page with what its layout draws; loaded when it is gone to. */
async function loadList(resource: Resource, { loadSlot, fields }: Widgets) {
  const { frame, body, card, view } = resource.list;
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
    loadSlot(card),
    loadSlot(view),
  ]);
  return { Component: () => <ListPage resource={resource} parts={parts} /> };
}

/** Loads the code that a list needs after it is shown: the widgets above its rows and in its cells, and its tools. */
async function loadRest(resource: Resource, { loadSlot }: Widgets): Promise<void> {
  const cells = listColumns(resource).map(({ field }) => field.cell);
  await Promise.all([
    ...[resource.list.above, ...cells].map(loadSlot),
    resource.list.layout === 'table' && !resource.list.body ? import('./list/column-choice/list-columns.tsx') : null,
    has(featuresNow(), 'views') ? import('./list/saved-views/list-views.tsx') : null,
    resource.generic ? import('./list/export/export-button.tsx') : null,
    resource.generic && resource.list.layout === 'table' && has(featuresNow(), 'bulk')
      ? import('./list/bulk/record-bar.tsx')
      : null,
  ]);
}

/** The loader of the rest of a route's page; undefined where there is none. */
export const laterPart = ({ handle }: RouteObject): (() => Promise<void>) | undefined =>
  (handle as { rest?: () => Promise<void> } | undefined)?.rest;

/** A form page with the inputs of its fields; apart from the list, which needs neither. */
async function loadForm(
  definition: Resource,
  purpose: 'create' | 'edit',
  { fields: sectionFields, createForms }: Widgets,
) {
  const form = purpose === 'create' ? await createForms[definition.name]?.() : undefined;
  const resource = form ? { ...definition, ...form } : definition;
  const names = formSections(resource).flatMap(({ fields }) => fields);
  const isShown = (name: string, field: FieldInput) =>
    kindParts(field, sectionFields)?.input === null ||
    (purpose === 'edit' && (field.once || resource.locked?.has(name)));
  const fixedNames = names.filter((name) => resource.fields[name] && isShown(name, resource.fields[name]));
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

/** The page that takes a file of records in. */
async function loadImport(resource: Resource) {
  const { ImportPage } = await import('./import/records/import-page.tsx');
  return { Component: () => <ImportPage resource={resource} /> };
}

/** An address of react-admin's own that leads to the definition's; without one, to the list. */
function lead(path: string, to: () => string): RouteObject {
  return { path, loader: () => redirect(to()) };
}

/** Marks routes with a fallback that stands without menu and sheet. */
const BARE = { bare: true };

/** Whether a route is drawn without the layout of the console. */
export const isBare = ({ handle }: RouteObject): boolean => handle === BARE;

/** An address of react-admin's own with an id; what is no whole number is no id, and such an address no page (SHELL-01). */
function leadById(path: string, to: (id: string) => string): RouteObject {
  return {
    path,
    handle: BARE,
    loader: ({ params: { id = '' } }) => (/^\d{1,15}$/.test(id) ? redirect(to(id)) : null),
    Component: FallbackPage,
  };
}

/**
 * The pages of a definition at its own addresses, each loaded when it is gone to, and redirects from the
 * addresses that react-admin would have given them.
 * @param widgets loaded beforehand; left out, they come when they are drawn
 */
export function resourceRoutes(resource: Resource, widgets: Widgets = LATER): RouteObject[] {
  const { list, create, edit } = resource.routes;
  const reactAdminPath = `/${resource.name}`;
  const withForm = resource.form !== undefined;
  const editAddress = (id: string) => `${edit ?? list}?id=${id}`;
  const cardAddress = (id: string) => (resource.card ? `${list}?id=${id}` : editAddress(id));
  const pages: RouteObject[] = [
    { path: list, lazy: () => loadList(resource, widgets), handle: { rest: () => loadRest(resource, widgets) } },
    ...(withForm && create ? [{ path: create, lazy: () => loadForm(resource, 'create', widgets) }] : []),
    ...(resource.generic && withForm && create ? [{ path: importRoute(list), lazy: () => loadImport(resource) }] : []),
    ...(withForm && edit ? [{ path: edit, lazy: () => loadForm(resource, 'edit', widgets) }] : []),
    lead(reactAdminPath, () => list),
    ...(withForm && create ? [lead(`${reactAdminPath}/create`, () => create)] : []),
    ...(withForm && edit ? [leadById(`${reactAdminPath}/:id`, editAddress)] : []),
    leadById(`${reactAdminPath}/:id/show`, cardAddress),
  ];
  // A page of the definition itself at such an address takes precedence.
  return pages.filter((page, index) => pages.findIndex(({ path }) => path === page.path) === index);
}
