import { type ComponentType, lazy, Suspense } from 'react';
import type { RaRecord } from 'react-admin';
import type { FieldInput } from '#resources/language/define-resource.ts';
import type { CellProps, InputProps } from '../field-props.ts';
import { type FieldParts, PLAIN_FIELDS } from '../plain-fields.ts';

type Parts = Readonly<Partial<Record<string, FieldParts>>>;
type Load = () => Promise<{ default: ComponentType<never> }>;

const components = new Map<Load, ComponentType<never>>();

/** A part of the kind of a column; the same component each time. */
function columnPart<Props>(load: Load): ComponentType<Props> {
  const part = components.get(load) ?? lazy(load as () => Promise<{ default: ComponentType<object> }>);
  components.set(load, part as ComponentType<never>);
  return part as unknown as ComponentType<Props>;
}

const partsOf = ({ kind }: FieldInput): FieldParts | undefined => (PLAIN_FIELDS as Parts)[kind];

const NO_RECORD: RaRecord = { id: '' };

/** A cell as lists draw a value of its kind. */
export function ColumnCell({ column, ...props }: Omit<CellProps, 'field' | 'record'> & { column: FieldInput }) {
  const load = partsOf(column)?.cell;
  if (!load) return null;
  const Cell = columnPart<CellProps>(load as Load);
  return (
    <Suspense fallback={null}>
      <Cell {...props} field={column} record={NO_RECORD} />
    </Suspense>
  );
}

/** The input of a cell. Stands in a form. */
export function ColumnInput({ column, ...props }: Omit<InputProps, 'field'> & { column: FieldInput }) {
  const load = partsOf(column)?.input;
  if (!load) return null;
  const Input = columnPart<InputProps>(load as Load);
  return <Input {...props} field={column} />;
}
