import type { Resource } from './define-resource.ts';
import { type HeldLevel, hasFieldRights, isLevelEnough } from './field-levels.ts';
import { type FormSection, formSections } from './form-sections.ts';
import { traitsOf } from './kinds/traits.ts';

const views = new WeakMap<Resource, Map<HeldLevel, Resource>>();

/**
 * A definition as a person sees it: without the fields that are hidden from them and all that names these, and with the
 * names of those that they may not change (`locked`). The same object where nothing is kept from them.
 */
export function viewFor(resource: Resource, level: HeldLevel): Resource {
  if (!hasFieldRights(resource)) return resource;
  const cached = views.get(resource) ?? new Map<HeldLevel, Resource>();
  views.set(resource, cached);
  const view = cached.get(level) ?? narrow(resource, level);
  cached.set(level, view);
  return view;
}

function narrow(resource: Resource, level: HeldLevel): Resource {
  const entries = Object.entries(resource.fields).filter(([, { see }]) => isLevelEnough(level, see));
  const locked = new Set(entries.flatMap(([name, { change }]) => (isLevelEnough(level, change) ? [] : [name])));
  const isWhole = entries.length === Object.keys(resource.fields).length;
  if (isWhole) return locked.size ? { ...resource, locked } : resource;
  const fields: Resource['fields'] = Object.fromEntries(entries);
  const isSeen = (name: string): boolean => Object.hasOwn(fields, name);
  const { checks: _, import: imported, card, form, ...rest } = resource;
  const checks = resource.checks?.filter(({ field }) => isSeen(field));
  return {
    ...rest,
    fields,
    locked,
    list: narrowList(resource, fields, isSeen),
    ...(checks?.length ? { checks } : {}),
    ...(imported?.key.every(isSeen) ? { import: imported } : {}),
    ...(card ? { card: { ...card, fields: card.fields.filter(isSeen) } } : {}),
    ...(form ? { form: narrowForm(resource, form, isSeen) } : {}),
  };
}

type List = Resource['list'];

/** A list without what names hidden fields; a layout based on a hidden field becomes a table. */
function narrowList({ list }: Resource, fields: Resource['fields'], isSeen: (name: string) => boolean): List {
  const { columns, search, sort, board, calendar, group, totals, ...rest } = list;
  const searched = search?.filter(isSeen);
  const totalled = totals?.filter(({ field }) => isSeen(field));
  const { to, ...days } = calendar ?? {};
  const hasBoard =
    board === undefined ? Object.values(fields).some((field) => traitsOf(field).process !== undefined) : isSeen(board);
  const needsTable =
    (list.layout === 'calendar' && !(calendar && isSeen(calendar.from))) || (list.layout === 'board' && !hasBoard);
  return {
    ...rest,
    ...(needsTable ? { layout: 'table' } : {}),
    ...(columns ? { columns: columns.filter(isSeen) } : {}),
    ...(searched?.length ? { search: searched } : {}),
    ...(sort && (sort.field === 'id' || isSeen(sort.field)) ? { sort } : {}),
    ...(board !== undefined && !needsTable ? { board } : {}),
    ...(calendar && !needsTable
      ? { calendar: { ...days, from: calendar.from, ...(to !== undefined && isSeen(to) ? { to } : {}) } }
      : {}),
    ...(group !== undefined && isSeen(group) ? { group } : {}),
    ...(totalled?.length ? { totals: totalled } : {}),
  };
}

type Form = NonNullable<Resource['form']>;

/** A form without hidden fields, and without sections of which nothing is left. */
function narrowForm(resource: Resource, form: Form, isSeen: (name: string) => boolean): Form {
  const sections = formSections(resource).flatMap((section): FormSection[] => {
    const fields = section.fields.filter(isSeen);
    return fields.length ? [{ ...section, fields }] : [];
  });
  const own = sections as unknown as Extract<Form, readonly unknown[]>;
  if (Array.isArray(form)) return own;
  return 'steps' in form ? { ...form, steps: own } : { ...form, tabs: own };
}
