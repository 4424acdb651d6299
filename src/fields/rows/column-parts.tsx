import { type ComponentType, lazy, Suspense } from 'react';
import type { RaRecord } from 'react-admin';
import type { FieldInput } from '#resources/language/define-resource.ts';
import type { CellProps, InputProps } from '../field-props.ts';
import { type FieldParts, PLAIN_FIELDS } from '../plain-fields.ts';

type PartsByKind = Readonly<Partial<Record<string, FieldParts>>>;
type LoadPart = () => Promise<{ default: ComponentType<never> }>;

const components = new Map<LoadPart, ComponentType<never>>();

/** Lazily loaded component of a column's kind; cached, so that its identity is stable. */
function lazyPart<Props>(load: LoadPart): ComponentType<Props> {
  const part = components.get(load) ?? lazy(load as () => Promise<{ default: ComponentType<object> }>);
  components.set(load, part as ComponentType<never>);
  return part as unknown as ComponentType<Props>;
}

const kindParts = ({ kind }: FieldInput): FieldParts | undefined => (PLAIN_FIELDS as PartsByKind)[kind];

const NO_RECORD: RaRecord = { id: '' };

/** A cell, rendered as in lists. */
export function ColumnCell({ column, ...props }: Omit<CellProps, 'field' | 'record'> & { column: FieldInput }) {
  const load = kindParts(column)?.cell;
  if (!load) return null;
  const Cell = lazyPart<CellProps>(load as LoadPart);
  return (
    <Suspense fallback={null}>
      <Cell {...props} field={column} record={NO_RECORD} />
    </Suspense>
  );
}

/** The input of a cell; must be rendered inside a form. */
export function ColumnInput({ column, ...props }: Omit<InputProps, 'field'> & { column: FieldInput }) {
  const load = kindParts(column)?.input;
  if (!load) return null;
  const Input = lazyPart<InputProps>(load as LoadPart);
  return <Input {...props} field={column} />;
}
