import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import type { RaRecord, TranslateFunction } from 'react-admin';
import { useTranslate } from 'react-admin';
import type { CellProps, ChangeProps, FilterProps, FullProps, InputProps } from '#console/fields/field-props.ts';
import type { FieldParts } from '#console/fields/plain-fields.ts';
import { FIELDS, type SectionFields } from '#console/fields/registry.ts';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { readWireValue } from '#resources/language/wire-keys.ts';
import { useSectionFields, useSlot } from './slots.tsx';

type PartName = keyof FieldParts;
type LoadPart = () => Promise<{ default: ComponentType<never> }>;

const loadedComponents = new Map<LoadPart, ComponentType<never>>();
const lazyComponents = new Map<LoadPart, ComponentType<never>>();

type PartsByKind = Readonly<Partial<Record<string, FieldParts>>>;

/** The components of a field's kind, from the built-in kinds or from a section's own. */
export const kindParts = ({ kind }: FieldInput, sectionFields: SectionFields): FieldParts | undefined =>
  (FIELDS as PartsByKind)[kind] ?? (sectionFields as PartsByKind)[kind];

const partLoad = (field: FieldInput, part: PartName, sectionFields: SectionFields): LoadPart | null =>
  (kindParts(field, sectionFields)?.[part] as LoadPart | null | undefined) ?? null;

async function fetchPart(load: LoadPart): Promise<{ default: ComponentType<never> }> {
  const module = await load();
  loadedComponents.set(load, module.default);
  return module;
}

/** Preloads one component of the named fields, so that the page does not render them one by one. */
export async function preloadParts(
  resource: Resource,
  names: readonly string[],
  part: PartName,
  sectionFields: SectionFields,
): Promise<void> {
  const loaders = names.flatMap((name) => {
    const field = resource.fields[name];
    return (field && partLoad(field, part, sectionFields)) ?? [];
  });
  await Promise.all([...new Set(loaders)].map(fetchPart));
}

/** Component of a kind; suspends while its code is loading. Keeps its identity while the caller is mounted. */
function usePart<Props>(load: LoadPart): ComponentType<Props> {
  const [part] = useState(() => {
    const loaded = loadedComponents.get(load) ?? lazyComponents.get(load);
    if (loaded) return { Component: loaded };
    const Component: ComponentType<never> = lazy(() => fetchPart(load) as Promise<{ default: ComponentType<object> }>);
    lazyComponents.set(load, Component);
    return { Component };
  });
  // The registry maps a kind's name to its props, which the compiler cannot infer from a string.
  return part.Component as unknown as ComponentType<Props>;
}

/** Translated label of a field. */
export function fieldLabel(translate: TranslateFunction, resource: Resource, name: string): string {
  return translate(`resources.${resource.name}.fields.${name}`, { _: resource.fields[name]?.label ?? name });
}

/** Returns a function that translates the label of a field. */
export function useFieldLabel(): (resource: Resource, name: string) => string {
  const translate = useTranslate();
  return (resource, name) => fieldLabel(translate, resource, name);
}

interface FieldProps {
  resource: Resource;
  name: string;
  field: FieldInput;
}

/** The input of a field; must be rendered inside a form. */
export function FieldInputPart(props: FieldProps) {
  const hasWidget = useSlot(props.field.input) !== null;
  return (
    <Suspense fallback={hasWidget ? null : <Skeleton height={64} />}>
      <SuspendingInput {...props} />
    </Suspense>
  );
}

/** The input of a field without a Suspense boundary of its own: the nearest boundary above waits for its code. */
export function SuspendingInput({ resource, name, field }: FieldProps) {
  const Input = usePart<InputProps>(partLoad(field, 'input', useSectionFields()) as LoadPart);
  const Widget = useSlot(field.input);
  const label = useFieldLabel()(resource, name);
  if (Widget) return <Widget />;
  return <Input source={name} field={field} label={label} resource={resource.name} />;
}

/** The value of a field in the record's card, in full rather than shortened as in lists. */
export function CardCell(props: FieldProps & { record: RaRecord }) {
  const load = partLoad(props.field, 'card', useSectionFields());
  return load && !props.field.cell ? <CardPart {...props} load={load} /> : <FieldCell {...props} />;
}

function CardPart({ load, resource, name, field, record }: FieldProps & { record: RaRecord; load: LoadPart }) {
  const Card = usePart<CellProps>(load);
  return (
    <Suspense fallback={null}>
      <Card
        value={readWireValue(name, field, record)}
        field={field}
        source={name}
        resource={resource.name}
        record={record}
      />
    </Suspense>
  );
}

/**
 * Before and after values of a field, rendered by its kind if the kind has a component for changes.
 * @param fallback rendered otherwise
 */
export function ChangePart({
  resource,
  name,
  fallback,
  ...props
}: Omit<ChangeProps, 'source' | 'resource'> & { resource: Resource; name: string; fallback: ReactNode }) {
  const load = partLoad(props.field, 'change', useSectionFields());
  return load ? <ChangeWidget {...props} load={load} source={name} resource={resource.name} /> : fallback;
}

function ChangeWidget({ load, ...props }: ChangeProps & { load: LoadPart }) {
  const Change = usePart<ChangeProps>(load);
  return (
    <Suspense fallback={null}>
      <Change {...props} />
    </Suspense>
  );
}

/** The value of a field in a list of records. */
export function FieldCell({
  resource,
  name,
  field,
  record,
}: {
  resource: Resource;
  name: string;
  field: FieldInput;
  record: RaRecord;
}) {
  const Cell = usePart<CellProps>(partLoad(field, 'cell', useSectionFields()) as LoadPart);
  const Widget = useSlot(field.cell);
  if (Widget) {
    return (
      <Suspense fallback={null}>
        <Widget />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={null}>
      <Cell
        value={readWireValue(name, field, record)}
        field={field}
        source={name}
        resource={resource.name}
        record={record}
      />
    </Suspense>
  );
}

/** The full value of a form field, rendered by its kind if the kind has a component for it. @param fallback rendered otherwise */
export function FullPart({
  resource,
  name,
  fallback,
  ...props
}: Omit<FullProps, 'source' | 'resource'> & { resource: Resource; name: string; fallback: ReactNode }) {
  const load = partLoad(props.field, 'full', useSectionFields());
  return load ? <FullWidget {...props} load={load} source={name} resource={resource.name} /> : fallback;
}

function FullWidget({ load, ...props }: FullProps & { load: LoadPart }) {
  const Full = usePart<FullProps>(load);
  return (
    <Suspense fallback={null}>
      <Full {...props} />
    </Suspense>
  );
}

/** The filter control of a field. */
export function FieldFilter({ load, ...props }: FilterProps & { load: LoadPart }) {
  const Filter = usePart<FilterProps>(load);
  return (
    <Suspense fallback={<Skeleton width={180} height={40} radius={8} />}>
      <Filter {...props} />
    </Suspense>
  );
}

/** A filter of a list with the loader of its control. */
export interface ListFilter {
  name: string;
  /** Name of the field that it filters. */
  source: string;
  field: FieldInput;
  load: LoadPart;
  /** End of a range filter; omitted for a filter by equality. */
  side?: 'from' | 'to';
}

/** The filters of a definition's list; ranged kinds of generically stored records get two, from and to. */
export function filterFields(resource: Resource): ListFilter[] {
  return Object.entries(resource.fields).flatMap(([name, field]): ListFilter[] => {
    const load = field.filter ? partLoad(field, 'filter', {}) : null;
    if (!load) return [];
    if (!resource.generic || field.filter === 'header' || !getTraits(field).isRanged)
      return [{ name, source: name, field, load }];
    return [
      { name: `${name}_gte`, source: name, field, load, side: 'from' },
      { name: `${name}_lte`, source: name, field, load, side: 'to' },
    ];
  });
}
