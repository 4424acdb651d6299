import OutlinedInput from '@mui/material/OutlinedInput';
import { type ComponentType, useId } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { JsonSchema } from '#resources/language/json-schema.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { FIELD_NAME } from '#resources/language/names.ts';
import { problemPlace, useBuilder } from '../state/builder-context.ts';
import { isObject, type Path, valueAt, withValue } from '../state/definition-text.ts';
import { renameColumn } from '../state/field-changes.ts';
import { fieldNameFor } from '../state/latin-names.ts';
import { savedPath } from '../state/value-names.ts';
import { ChoiceSelect } from './choice-select.tsx';
import classes from './inputs.module.css';
import { ItemHead, swapItems, useItemFocus } from './item-head.tsx';
import { kindLabel, requiredOptions } from './kind-starts.ts';
import { NameInput } from './name-input.tsx';
import type { OptionProps } from './objects-input.tsx';
import { columnSchema, columnSchemas } from './option-schema.ts';

type Column = Readonly<Record<string, unknown>>;
type Columns = readonly (readonly [name: string, column: Column])[];

const readColumns = (root: unknown, path: Path): Columns => {
  const value = valueAt(root, path);
  return isObject(value)
    ? Object.entries(value).flatMap(([name, column]) => (isObject(column) ? [[name, column] as const] : []))
    : [];
};

/** Editor for the columns of a `rows` field, each with a name, a kind and the options of that kind. */
export function ColumnsInput({
  path,
  schema,
  label,
  Option,
}: {
  path: Path;
  schema: JsonSchema;
  label: string;
  /** Input of one option, passed as a prop to avoid a circular import. */
  Option: ComponentType<OptionProps>;
}) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const [list, focusNext] = useItemFocus<HTMLFieldSetElement>();
  const columns = readColumns(state.definition, path);
  const kinds = columnSchemas(schema).map(({ properties }) => String(properties?.kind?.const)) as KindName[];
  const [firstKind = 'text' as KindName] = kinds;
  const change = (next: Columns) =>
    dispatch({ type: 'change', change: (before) => withValue(before, path, Object.fromEntries(next)) });

  function add(): void {
    const text = translate('sectionBuilder.start.column', { number: columns.length + 1 });
    const name = fieldNameFor(text, (one) => columns.some(([other]) => other === one));
    focusNext('input', columns.length);
    change([...columns, [name, { kind: firstKind, label: text, ...requiredOptions(firstKind) }]]);
  }

  return (
    <fieldset className={classes.row} ref={list}>
      <legend>{label}</legend>
      {columns.map(([name, column], index) => {
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: the name changes with every letter typed into the label
            key={index}
            data-item
            className={classes.item}
            aria-label={translate('sectionBuilder.columns.one', { number: index + 1 })}
          >
            <ItemHead
              heading={translate('sectionBuilder.columns.one', { number: index + 1 })}
              name={String(column.label ?? name)}
              index={index}
              count={columns.length}
              onSwap={(other) => {
                focusNext(other < index ? 'up' : 'down', other);
                change(swapItems(columns, index, other));
              }}
              onRemove={() => {
                focusNext('add');
                change(columns.filter((_, place) => place !== index));
              }}
            />
            <ColumnHead path={path} name={name} columns={columns} kinds={kinds} />
            <details className={classes.more}>
              <summary>{translate('sectionBuilder.input.more')}</summary>
              <ColumnNameInput key={name} path={path} name={name} columns={columns} />
              {Object.entries(columnSchema(schema, String(column.kind))?.properties ?? {})
                .filter(([key]) => key !== 'kind' && key !== 'label')
                .map(([key, one]) => (
                  <Option key={key} path={[...path, name, key]} schema={one} parentKey={String(column.kind)} />
                ))}
            </details>
          </fieldset>
        );
      })}
      <ActionButton size="sm" onClick={add}>
        {translate('sectionBuilder.columns.add')}
      </ActionButton>
    </fieldset>
  );
}

/** Input of a column's name in the data and in expressions. */
function ColumnNameInput({ path, name, columns }: { path: Path; name: string; columns: Columns }) {
  const translate = useTranslate();
  const { dispatch } = useBuilder();
  return (
    <NameInput
      name={name}
      label={translate('sectionBuilder.field.name')}
      invalidText={translate('sectionBuilder.field.badName')}
      isValid={(next) => FIELD_NAME.test(next) && !columns.some(([other]) => other === next)}
      onRename={(next) =>
        dispatch({ type: 'change', change: (before) => renameColumn(before, String(path[1]), name, next) })
      }
    />
  );
}

/** Inputs of a column's label and kind; the name in the data follows the label until the column is saved. */
function ColumnHead({
  path,
  name,
  columns,
  kinds,
}: {
  path: Path;
  name: string;
  columns: Columns;
  kinds: readonly KindName[];
}) {
  const translate = useTranslate();
  const id = useId();
  const { state, dispatch, savedDefinition } = useBuilder();
  const column = columns.find(([one]) => one === name)?.[1] ?? {};
  const savedColumns = readColumns(savedDefinition, savedPath(state.definition, savedDefinition, path));
  const isSaved = savedColumns.some(([one]) => one === name);
  function typeLabel(label: string): void {
    const isTaken = (one: string) => columns.some(([other]) => other !== name && other === one);
    // A name typed by hand or saved already (records may use it) is kept.
    const followsLabel = !isSaved && fieldNameFor(String(column.label ?? ''), isTaken) === name;
    const newName = followsLabel ? fieldNameFor(label, isTaken) : name;
    dispatch({
      type: 'change',
      change: (before) =>
        withValue(renameColumn(before, String(path[1]), name, newName), [...path, newName, 'label'], label),
      step: problemPlace([...path, 'label']),
    });
  }
  function chooseKind(kind: KindName): void {
    const next = { kind, label: column.label, ...requiredOptions(kind) };
    dispatch({ type: 'change', change: (before) => withValue(before, [...path, name], next) });
  }
  return (
    <>
      <FieldFrame id={id} label={translate('sectionBuilder.field.label')}>
        <OutlinedInput
          id={id}
          fullWidth
          size="small"
          value={String(column.label ?? '')}
          inputProps={{ maxLength: 60 }}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => typeLabel(target.value)}
          onBlur={() => dispatch({ type: 'end-step' })}
        />
      </FieldFrame>
      <FieldFrame id={`${id}-kind`} label={translate('sectionBuilder.field.kind')}>
        <ChoiceSelect
          id={`${id}-kind`}
          value={String(column.kind)}
          options={kinds.map((value) => ({ value, label: kindLabel(value) }))}
          onChange={(next) => chooseKind(next as KindName)}
        />
      </FieldFrame>
    </>
  );
}
