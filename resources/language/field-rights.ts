import type { Resource } from './define-resource.ts';
import { hasFieldRights, isLevelEnough, type ReaderLevel } from './field-levels.ts';
import { type FormSection, formSections } from './form-sections.ts';
import { getTraits } from './kinds/traits.ts';

const viewCache = new WeakMap<Resource, Map<ReaderLevel, Resource>>();

/**
 * The definition for a reader's level: without hidden fields and everything that names them, and with the names of fields that
 * they may not change (`locked`). Returns the same object if nothing is hidden or locked.
 */
export function getViewForLevel(resource: Resource, level: ReaderLevel): Resource {
  if (!hasFieldRights(resource)) return resource;
  const cached = viewCache.get(resource) ?? new Map<ReaderLevel, Resource>();
  viewCache.set(resource, cached);
  const view = cached.get(level) ?? createView(resource, level);
  cached.set(level, view);
  return view;
}

function createView(resource: Resource, level: ReaderLevel): Resource {
  const entries = Object.entries(resource.fields).filter(([, { see }]) => isLevelEnough(level, see));
  const locked = new Set(entries.flatMap(([name, { change }]) => (isLevelEnough(level, change) ? [] : [name])));
  const isWhole = entries.length === Object.keys(resource.fields).length;
  if (isWhole) return locked.size ? { ...resource, locked } : resource;
  const fields: Resource['fields'] = Object.fromEntries(entries);
  const isVisible = (name: string): boolean => Object.hasOwn(fields, name);
  const { checks: _, import: imported, card, form, ...rest } = resource;
  const checks = resource.checks?.filter(({ field }) => isVisible(field));
  return {
    ...rest,
    fields,
    locked,
    list: narrowList(resource, fields, isVisible),
    ...(checks?.length ? { checks } : {}),
    ...(imported?.key.every(isVisible) ? { import: imported } : {}),
    ...(card ? { card: { ...card, fields: card.fields.filter(isVisible) } } : {}),
    ...(form ? { form: narrowForm(resource, form, isVisible) } : {}),
  };
}

type List = Resource['list'];

/** List options without hidden fields; a layout based on a hidden field becomes a table. */
function narrowList({ list }: Resource, fields: Resource['fields'], isVisible: (name: string) => boolean): List {
  const { columns, search, sort, board, calendar, group, totals, ...rest } = list;
  const visibleSearch = search?.filter(isVisible);
  const visibleTotals = totals?.filter(({ field }) => isVisible(field));
  const { to, ...days } = calendar ?? {};
  const hasBoard =
    board === undefined
      ? Object.values(fields).some((field) => getTraits(field).process !== undefined)
      : isVisible(board);
  const needsTable =
    (list.layout === 'calendar' && !(calendar && isVisible(calendar.from))) || (list.layout === 'board' && !hasBoard);
  return {
    ...rest,
    ...(needsTable ? { layout: 'table' } : {}),
    ...(columns ? { columns: columns.filter(isVisible) } : {}),
    ...(visibleSearch?.length ? { search: visibleSearch } : {}),
    ...(sort && (sort.field === 'id' || isVisible(sort.field)) ? { sort } : {}),
    ...(board !== undefined && !needsTable ? { board } : {}),
    ...(calendar && !needsTable
      ? { calendar: { ...days, from: calendar.from, ...(to !== undefined && isVisible(to) ? { to } : {}) } }
      : {}),
    ...(group !== undefined && isVisible(group) ? { group } : {}),
    ...(visibleTotals?.length ? { totals: visibleTotals } : {}),
  };
}

type Form = NonNullable<Resource['form']>;

/** A form without hidden fields and without sections that would be empty. */
function narrowForm(resource: Resource, form: Form, isVisible: (name: string) => boolean): Form {
  const sections = formSections(resource).flatMap((section): FormSection[] => {
    const fields = section.fields.filter(isVisible);
    return fields.length ? [{ ...section, fields }] : [];
  });
  const visibleSections = sections as unknown as Extract<Form, readonly unknown[]>;
  if (Array.isArray(form)) return visibleSections;
  return 'steps' in form ? { ...form, steps: visibleSections } : { ...form, tabs: visibleSections };
}
