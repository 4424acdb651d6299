import '#i18n/rows-texts.ts';
import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import { type KeyboardEvent, memo, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { announce } from '#console/ui/states/announce.ts';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { type Row, toRows } from '#resources/language/kinds/row-values.ts';
import { countedRows, DEFAULT_ROWS_MAX, newRow } from '#resources/language/kinds/rows.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { findSummableColumn, rowsShape, sumColumn } from '#resources/language/rows.ts';
import type { InputProps } from '../field-props.ts';
import { fieldIssues } from '../field-rule.ts';
import { useExpressionValues } from '../form-context.ts';
import { errorKey } from '../use-field.ts';
import { ColumnCell, ColumnInput } from './column-parts.tsx';
import classes from './input.module.css';
import { columnWidth, useHasRoom } from './room.ts';

/** Gap between two columns and width of a row's buttons, CSS pixels; keep in step with the style sheet. */
const [COLUMN_GAP, ACTIONS_WIDTH] = [8, 102];

/** Selector of inputs, without the buttons of date pickers. */
const INPUT_SELECTOR = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), [role="spinbutton"]';

type Columns = readonly [string, FieldInput][];

const optionalCopies = new WeakMap<FieldInput, FieldInput>();

/** An optional copy of a column, for empty rows at the end, in which nothing is required. */
function optionalColumn(column: FieldInput): FieldInput {
  const copy = optionalCopies.get(column) ?? ({ ...column, required: false } as FieldInput);
  optionalCopies.set(column, copy);
  return copy;
}

/** Validation of the rows as a whole, or of one row as such; the inputs of cells show their own errors. */
function useRowsRule(field: InputProps<'rows'>['field']) {
  const translate = useTranslate();
  return useMemo(
    () => ({
      validate: (value: unknown) => {
        const issue = fieldIssues(field, value).find(({ path }) => path.length < 2);
        if (!issue) return true;
        const message = translate(issue.message, { _: issue.message });
        const [at] = issue.path;
        return typeof at === 'number' ? translate('rows.wrong', { row: at + 1, message }) : message;
      },
    }),
    [field, translate],
  );
}

/** Keys of an error object that belong to the rows themselves. */
const OWN_ERROR_KEYS = ['message', 'type', 'ref'] as const;

interface RowsError {
  type?: unknown;
  message?: unknown;
  /** Error of the rows' validation; errors of cells are stored beside it. */
  root?: { type?: unknown; message?: unknown };
}

/**
 * The error of the rows as a whole for the current value, because the form validates them only when a row is added or the form is
 * sent. Also clears or sets the form's error, by which tabs and steps are marked.
 * @param isBegun whether something was typed into a row; before that, and before sending, nothing counts as missing
 */
function useRowsError(source: string, { validate }: ReturnType<typeof useRowsRule>, value: unknown, isBegun: boolean) {
  const translate = useTranslate();
  const { clearErrors, setError } = useFormContext();
  const { errors, isSubmitted } = useFormState({ name: source });
  const error = errors[source] as RowsError | undefined;
  const message = error?.root?.message ?? error?.message;
  const isRuleError = error?.root?.type === 'validate';
  const hadError = useRef(false);
  if (isRuleError) hadError.current = true;
  const latest = hadError.current ? validate(value) : true;
  const isWrong = latest !== true && (isSubmitted || isBegun);
  const validatedValue = useRef(value);
  useEffect(() => {
    if (isRuleError && latest === true) clearErrors(`${source}.root`);
    else if (isWrong && !message) setError(`${source}.root`, { type: 'validate', message: latest });
  }, [source, isRuleError, isWrong, message, latest, clearErrors, setError]);
  // The server's messages refer to the rows that were sent.
  const isServerError = error?.type === 'server';
  useEffect(() => {
    // Errors of cells are stored under the same name and must stay.
    if (isServerError && validatedValue.current !== value) clearErrors(OWN_ERROR_KEYS.map((key) => `${source}.${key}`));
    else validatedValue.current = value;
  }, [source, isServerError, value, clearErrors]);
  if (isWrong) return latest;
  if (isRuleError || typeof message !== 'string' || !message) return null;
  const key = errorKey(message);
  return translate(key, { _: key });
}

/**
 * One input per cell; on narrow screens each row is a card. Enter moves to the next cell, and from the last one into a new row.
 */
export default function RowsInput({ source, field, label, resource }: InputProps<'rows'>) {
  const translate = useTranslate();
  const id = useId();
  const rule = useRowsRule(field);
  const { fields, append, remove, move } = useFieldArray({ name: source, rules: rule });
  const value: unknown = useWatch({ name: source });
  const rows = toRows(value);
  const { computed, newCells } = useExpressionValues();
  const wire = field.wire ?? source;
  const computedRows = toRows(computed[wire]);
  const countedLength = countedRows(rows, field.columns);
  const error = useRowsError(source, rule, value, countedLength > 0);
  const columns = useMemo(() => Object.entries(rowsShape(field)?.columns ?? {}), [field]);
  const tracks = columns.map(([, column]) => columnWidth(column));
  const { area, hasRoom } = useHasRoom(tracks.reduce((sum, { least }) => sum + least + COLUMN_GAP, ACTIONS_WIDTH));
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [addedIndex, setAddedIndex] = useState<number | null>(null);
  const maxRows = field.max ?? DEFAULT_ROWS_MAX;

  function add() {
    if (fields.length >= maxRows) return;
    setAddedIndex(fields.length);
    append(newRow(field.columns, newCells[wire]), { shouldFocus: false });
  }

  const rowActions: RowActions = {
    move: (at, to) => {
      setAddedIndex(null);
      move(at, to);
    },
    remove: (at) => {
      setAddedIndex(null);
      remove(at);
      announce(translate('rows.removed', { row: at + 1 }));
      addButton.current?.focus();
    },
    next: (at) => {
      if (at + 1 < fields.length) list.current?.children[at + 1]?.querySelector<HTMLElement>(INPUT_SELECTOR)?.focus();
      else add();
    },
  };
  const actions = useRef(rowActions);
  actions.current = rowActions;

  return (
    <FieldFrame id={id} label={label} error={error} help={field.help} required={field.required === true} group>
      <div
        ref={area}
        className={hasRoom ? `${classes.area} ${classes.wide}` : classes.area}
        style={{ '--tracks': tracks.map(({ least, share }) => `minmax(${least}px, ${share}fr)`).join(' ') } as object}
      >
        {fields.length ? (
          <div className={classes.head} aria-hidden>
            {columns.map(([name, column]) => (
              <span key={name}>{column.label}</span>
            ))}
          </div>
        ) : null}
        <ol className={classes.rows} ref={list}>
          {fields.map((item, at) => (
            <RowInputs
              key={item.id}
              at={at}
              isLast={at === fields.length - 1}
              isCounted={at < countedLength}
              isJustAdded={at === addedIndex}
              computed={computedRows[at]}
              {...{ source, columns, resource, actions }}
            />
          ))}
        </ol>
        <div className={classes.below}>
          {fields.length < maxRows ? (
            <ActionButton size="sm" icon={<Add aria-hidden />} onClick={add} ref={addButton}>
              {translate('rows.add')}
            </ActionButton>
          ) : (
            <p className={classes.full}>{translate('rows.full', { max: maxRows })}</p>
          )}
          <Totals
            {...{ field, source, resource }}
            rows={rows.map((row, at) => ({ ...row, ...computedCells(columns, computedRows[at]) }))}
          />
        </div>
      </div>
    </FieldFrame>
  );
}

const computedCells = (columns: Columns, row: Row = {}): Row =>
  Object.fromEntries(columns.flatMap(([name, { computed }]) => (computed === undefined ? [] : [[name, row[name]]])));

/** Totals of the columns that the definition names, for the values typed so far. */
function Totals({
  field,
  source,
  resource,
  rows,
}: Pick<InputProps<'rows'>, 'field' | 'source' | 'resource'> & { rows: readonly Row[] }) {
  const translate = useTranslate();
  const totals = (rowsShape(field)?.totals ?? []).flatMap((name) => {
    const column = findSummableColumn(field, name);
    const cells = rows.map((row) => row[name]);
    return column ? [{ name, column, total: sumColumn(column, cells) }] : [];
  });
  if (!totals.length || !rows.length) return null;
  return (
    <dl className={classes.totals}>
      {totals.map(({ name, column, total }) => (
        <div key={name}>
          <dt>
            {translate('rows.total')}: {column.label}
          </dt>
          <dd>
            <ColumnCell column={column} value={total} source={`${source}.${name}`} resource={resource} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface RowActions {
  move: (at: number, to: number) => void;
  remove: (at: number) => void;
  /** Moves to the row below, which is created if there is none. */
  next: (at: number) => void;
}

interface RowProps {
  source: string;
  resource: string;
  columns: Columns;
  at: number;
  isLast: boolean;
  /** Whether something was typed into it or into a row below. */
  isCounted: boolean;
  /** Whether it was added last and takes the focus. */
  isJustAdded: boolean;
  /** The row with its computed cells. */
  computed: Row | undefined;
  actions: { readonly current: RowActions };
}

/** Enter moves to the next input, except in lists and pickers, where it has its usual function. */
function focusNextInput(event: KeyboardEvent<HTMLElement>, next: () => void): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  if (target.type === 'checkbox' || target.type === 'radio' || target.getAttribute('role') === 'combobox') return;
  event.preventDefault();
  const inputs = [...currentTarget.querySelectorAll<HTMLElement>(INPUT_SELECTOR)];
  const nextInput = inputs[inputs.indexOf(target) + 1];
  if (nextInput) nextInput.focus();
  else next();
}

/** Focuses the first input of its row; rendered once all of them are loaded. */
function FocusFirstInput() {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => marker.current?.closest('li')?.querySelector<HTMLElement>(INPUT_SELECTOR)?.focus(), []);
  return <span ref={marker} hidden />;
}

const RowInputs = memo(
  function RowInputs({ source, resource, columns, at, isLast, isCounted, isJustAdded, computed, actions }: RowProps) {
    const translate = useTranslate();
    const row = at + 1;
    return (
      <li
        className={classes.row}
        aria-label={translate('rows.row', { row })}
        onKeyDown={(event) => focusNextInput(event, () => actions.current.next(at))}
      >
        <Suspense fallback={<Skeleton height={40} />}>
          {columns.map(([name, column]) => (
            <div key={name} className={classes.cell}>
              {column.computed === undefined ? (
                <ColumnInput
                  column={isCounted ? column : optionalColumn(column)}
                  source={`${source}.${at}.${name}`}
                  label={column.label ?? name}
                  resource={resource}
                />
              ) : (
                <div className={`${classes.computed} ${getTraits(column).isNumeric ? classes.number : ''}`}>
                  <span className={classes.cellLabel}>{column.label}</span>
                  <output>
                    <ColumnCell
                      column={column}
                      value={computed?.[name]}
                      source={`${source}.${name}`}
                      resource={resource}
                    />
                  </output>
                </div>
              )}
            </div>
          ))}
          {isJustAdded ? <FocusFirstInput /> : null}
        </Suspense>
        <div className={classes.actions}>
          <IconButton
            label={translate('rows.up', { row })}
            refusal={at === 0 ? { title: translate('rows.first') } : null}
            onClick={() => actions.current.move(at, at - 1)}
          >
            <KeyboardArrowUp aria-hidden />
          </IconButton>
          <IconButton
            label={translate('rows.down', { row })}
            refusal={isLast ? { title: translate('rows.last') } : null}
            onClick={() => actions.current.move(at, at + 1)}
          >
            <KeyboardArrowDown aria-hidden />
          </IconButton>
          <IconButton label={translate('rows.remove', { row })} onClick={() => actions.current.remove(at)}>
            <Close aria-hidden />
          </IconButton>
        </div>
      </li>
    );
  },
  // Computed values are new objects after every keystroke, so they are compared by content.
  ({ computed: before, ...one }, { computed: after, ...other }) =>
    JSON.stringify(before) === JSON.stringify(after) &&
    (Object.keys(one) as (keyof typeof one)[]).every((key) => one[key] === other[key]),
);
