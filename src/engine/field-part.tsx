import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import type { RaRecord, TranslateFunction } from 'react-admin';
import { useTranslate } from 'react-admin';
import type { CellProps, ChangeProps, FilterProps, FullProps, InputProps } from '#console/fields/field-props.ts';
import type { FieldParts } from '#console/fields/plain-fields.ts';
import { FIELDS, type SectionFields } from '#console/fields/registry.ts';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import { wireOf } from '#resources/language/wire-keys.ts';
import { useSectionFields, useSlot } from './slots.tsx';

type Part = keyof FieldParts;
type Load = () => Promise<{ default: ComponentType<never> }>;

const ready = new Map<Load, ComponentType<never>>();
const waited = new Map<Load, ComponentType<never>>();

type Parts = Readonly<Partial<Record<string, FieldParts>>>;

/** The parts of a field's kind, of the language or of a section's own. */
export const kindParts = ({ kind }: FieldInput, own: SectionFields): FieldParts | undefined =>
  (FIELDS as Parts)[kind] ?? (own as Parts)[kind];

const partLoad = (field: FieldInput, part: Part, own: SectionFields): Load | null =>
  (kindParts(field, own)?.[part] as Load | null | undefined) ?? null;

async function fetchPart(load: Load): Promise<{ default: ComponentType<never> }> {
  const module = await load();
  ready.set(load, module.default);
  return module;
}

/** Loads a part of the named fields beforehand, so that the page does not draw them one by one. */
export async function preloadParts(
  resource: Resource,
  names: readonly string[],
  part: Part,
  sectionFields: SectionFields,
): Promise<void> {
  const loads = names.flatMap((name) => {
    const field = resource.fields[name];
    return (field && partLoad(field, part, sectionFields)) ?? [];
  });
  await Promise.all([...new Set(loads)].map(fetchPart));
}

/** A part of a kind; what is not loaded yet suspends. The same component for as long as the caller is mounted. */
function usePart<Props>(load: Load): ComponentType<Props> {
  const [part] = useState(() => {
    const loaded = ready.get(load) ?? waited.get(load);
    if (loaded) return { Component: loaded };
    const Component: ComponentType<never> = lazy(() => fetchPart(load) as Promise<{ default: ComponentType<object> }>);
    waited.set(load, Component);
    return { Component };
  });
  // The registry ties a kind's name to its props; by name alone the compiler cannot follow that.
  return part.Component as unknown as ComponentType<Props>;
}

/** The label of a field, translated. */
export function fieldLabel(translate: TranslateFunction, resource: Resource, name: string): string {
  return translate(`resources.${resource.name}.fields.${name}`, { _: resource.fields[name]?.label ?? name });
}

/** The labels of fields, translated. */
export function useFieldLabel(): (resource: Resource, name: string) => string {
  const translate = useTranslate();
  return (resource, name) => fieldLabel(translate, resource, name);
}

/** Which field of which definition. */
interface FieldOf {
  resource: Resource;
  name: string;
  field: FieldInput;
}

/** The input of a field. Stands in a form. */
export function FieldInputPart(props: FieldOf) {
  const isOwn = useSlot(props.field.input) !== null;
  return (
    <Suspense fallback={isOwn ? null : <Skeleton height={64} />}>
      <SuspendingInput {...props} />
    </Suspense>
  );
}

/** The input of a field, which holds what stands around it back until its code is there. */
export function SuspendingInput({ resource, name, field }: FieldOf) {
  const Input = usePart<InputProps>(partLoad(field, 'input', useSectionFields()) as Load);
  const Widget = useSlot(field.input);
  const label = useFieldLabel()(resource, name);
  if (Widget) return <Widget />;
  return <Input source={name} field={field} label={label} resource={resource.name} />;
}

/** The value of a field in the card of its record, where there is room for all of it. */
export function CardCell(props: FieldOf & { record: RaRecord }) {
  const load = partLoad(props.field, 'card', useSectionFields());
  return load && !props.field.cell ? <CardPart {...props} load={load} /> : <FieldCell {...props} />;
}

function CardPart({ load, resource, name, field, record }: FieldOf & { record: RaRecord; load: Load }) {
  const Card = usePart<CellProps>(load);
  return (
    <Suspense fallback={null}>
      <Card value={wireOf(name, field, record)} field={field} source={name} resource={resource.name} record={record} />
    </Suspense>
  );
}

/** A change of a value, where the kind has a way of its own to draw it. @param fallback what stands there else */
export function ChangePart({
  resource,
  name,
  fallback,
  ...props
}: Omit<ChangeProps, 'source' | 'resource'> & { resource: Resource; name: string; fallback: ReactNode }) {
  const load = partLoad(props.field, 'change', useSectionFields());
  return load ? <ChangeWidget {...props} load={load} source={name} resource={resource.name} /> : fallback;
}

function ChangeWidget({ load, ...props }: ChangeProps & { load: Load }) {
  const Change = usePart<ChangeProps>(load);
  return (
    <Suspense fallback={null}>
      <Change {...props} />
    </Suspense>
  );
}

/** The value of a field in a record. */
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
  const Cell = usePart<CellProps>(partLoad(field, 'cell', useSectionFields()) as Load);
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
      <Cell value={wireOf(name, field, record)} field={field} source={name} resource={resource.name} record={record} />
    </Suspense>
  );
}

/**
 * A value of a form in full, where the kind has a way of its own to draw it.
 * @param fallback what stands there else
 */
export function FullPart({
  resource,
  name,
  fallback,
  ...props
}: Omit<FullProps, 'source' | 'resource'> & { resource: Resource; name: string; fallback: ReactNode }) {
  const load = partLoad(props.field, 'full', useSectionFields());
  return load ? <FullWidget {...props} load={load} source={name} resource={resource.name} /> : fallback;
}

function FullWidget({ load, ...props }: FullProps & { load: Load }) {
  const Full = usePart<FullProps>(load);
  return (
    <Suspense fallback={null}>
      <Full {...props} />
    </Suspense>
  );
}

/** The filter of a field, where its kind has one. */
export function FieldFilter({ load, ...props }: FilterProps & { load: Load }) {
  const Filter = usePart<FilterProps>(load);
  return (
    <Suspense fallback={<Skeleton width={180} height={40} radius={8} />}>
      <Filter {...props} />
    </Suspense>
  );
}

/** A filter of a list: what it is called in the filters, and what loads it. */
export interface ListFilter {
  name: string;
  /** Name of its field. */
  source: string;
  field: FieldInput;
  load: Load;
  /** Which end of a range it is; left out for a filter by the value as such. */
  side?: 'from' | 'to';
}

/** The filters of a definition's list; of what has an order and is kept generically two, from and to. */
export function filterFields(resource: Resource): ListFilter[] {
  return Object.entries(resource.fields).flatMap(([name, field]): ListFilter[] => {
    const load = field.filter ? partLoad(field, 'filter', {}) : null;
    if (!load) return [];
    if (!resource.generic || field.filter === 'header' || !traitsOf(field).isRanged)
      return [{ name, source: name, field, load }];
    return [
      { name: `${name}_gte`, source: name, field, load, side: 'from' },
      { name: `${name}_lte`, source: name, field, load, side: 'to' },
    ];
  });
}
