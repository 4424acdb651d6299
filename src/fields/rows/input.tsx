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
import { type Row, rowsIn } from '#resources/language/kinds/row-values.ts';
import { countedRows, newRow, USUAL_ROWS } from '#resources/language/kinds/rows.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import { addedColumn, columnTotal, rowsShape } from '#resources/language/rows.ts';
import type { InputProps } from '../field-props.ts';
import { fieldIssues } from '../field-rule.ts';
import { useExpressionValues } from '../form-context.ts';
import { errorKey } from '../use-field.ts';
import { ColumnCell, ColumnInput } from './column-parts.tsx';
import classes from './input.module.css';
import { columnTrack, useHasRoom } from './room.ts';

/** Gap between two columns, and the room of the buttons of a row, px, as the style sheet has them. */
const [GAP, ACTIONS] = [8, 102];

/** Elements that a person types into or chooses from; buttons of a date picker are none of it. */
const INPUTS = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), [role="spinbutton"]';

type Columns = readonly [string, FieldInput][];

const optionalCopies = new WeakMap<FieldInput, FieldInput>();

/** A column of a row that does not count yet: nothing has to be given in it. */
function optionalColumn(column: FieldInput): FieldInput {
  const copy = optionalCopies.get(column) ?? ({ ...column, required: false } as FieldInput);
  optionalCopies.set(column, copy);
  return copy;
}

/** The mistake in the rows as a whole, or in one row as such; inputs of cells show their own. */
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

/** Keys of an error that are of the rows themselves. */
const OWN_ERROR = ['message', 'type', 'ref'] as const;

interface RowsError {
  type?: unknown;
  message?: unknown;
  /** The error of the rule of the rows; cells have their own errors beside it. */
  root?: { type?: unknown; message?: unknown };
}

/**
 * The form's error of the rows as a whole: by their present content, since the form itself checks them only when a row is added or it
 * is sent. An error goes from those of the form once the rows are right, and comes back when they are wrong again: tabs and steps are
 * marked by these.
 * @param isBegun something was typed into a row; before that and before sending nothing is missing
 */
function useRowsError(source: string, { validate }: ReturnType<typeof useRowsRule>, value: unknown, isBegun: boolean) {
  const translate = useTranslate();
  const { clearErrors, setError } = useFormContext();
  const { errors, isSubmitted } = useFormState({ name: source });
  const error = errors[source] as RowsError | undefined;
  const message = error?.root?.message ?? error?.message;
  const isOfRule = error?.root?.type === 'validate';
  const wasTold = useRef(false);
  if (isOfRule) wasTold.current = true;
  const latest = wasTold.current ? validate(value) : true;
  const isWrong = latest !== true && (isSubmitted || isBegun);
  const toldValue = useRef(value);
  useEffect(() => {
    if (isOfRule && latest === true) clearErrors(`${source}.root`);
    else if (isWrong && !message) setError(`${source}.root`, { type: 'validate', message: latest });
  }, [source, isOfRule, isWrong, message, latest, clearErrors, setError]);
  // The server's messages are about the rows that were sent.
  const isOfServer = error?.type === 'server';
  useEffect(() => {
    // Errors of cells stand below the same name, and stay.
    if (isOfServer && toldValue.current !== value) clearErrors(OWN_ERROR.map((key) => `${source}.${key}`));
    else toldValue.current = value;
  }, [source, isOfServer, value, clearErrors]);
  if (isWrong) return latest;
  if (isOfRule || typeof message !== 'string' || !message) return null;
  const key = errorKey(message);
  return translate(key, { _: key });
}

/**
 * Rows of inputs, one for each cell; where there is little room, each row is a card. Enter goes to the next cell, and from the last
 * one into a new row.
 */
export default function RowsInput({ source, field, label, resource }: InputProps<'rows'>) {
  const translate = useTranslate();
  const id = useId();
  const rule = useRowsRule(field);
  const { fields, append, remove, move } = useFieldArray({ name: source, rules: rule });
  const value: unknown = useWatch({ name: source });
  const rows = rowsIn(value);
  const { computed, newCells } = useExpressionValues();
  const wire = field.wire ?? source;
  const computedRows = rowsIn(computed[wire]);
  const counted = countedRows(rows, field.columns);
  const error = useRowsError(source, rule, value, counted > 0);
  const columns = useMemo(() => Object.entries(rowsShape(field)?.columns ?? {}), [field]);
  const tracks = columns.map(([, column]) => columnTrack(column));
  const { area, hasRoom } = useHasRoom(tracks.reduce((sum, { least }) => sum + least + GAP, ACTIONS));
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [freshRow, setFreshRow] = useState<number | null>(null);
  const most = field.max ?? USUAL_ROWS;

  function add() {
    if (fields.length >= most) return;
    setFreshRow(fields.length);
    append(newRow(field.columns, newCells[wire]), { shouldFocus: false });
  }

  const act: RowActions = {
    move: (at, to) => {
      setFreshRow(null);
      move(at, to);
    },
    remove: (at) => {
      setFreshRow(null);
      remove(at);
      announce(translate('rows.removed', { row: at + 1 }));
      addButton.current?.focus();
    },
    next: (at) => {
      if (at + 1 < fields.length) list.current?.children[at + 1]?.querySelector<HTMLElement>(INPUTS)?.focus();
      else add();
    },
  };
  const actions = useRef(act);
  actions.current = act;

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
              isCounted={at < counted}
              isFresh={at === freshRow}
              computed={computedRows[at]}
              {...{ source, columns, resource, actions }}
            />
          ))}
        </ol>
        <div className={classes.below}>
          {fields.length < most ? (
            <ActionButton size="sm" icon={<Add aria-hidden />} onClick={add} ref={addButton}>
              {translate('rows.add')}
            </ActionButton>
          ) : (
            <p className={classes.full}>{translate('rows.full', { max: most })}</p>
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

/** The totals of columns that the definition names, by the values typed now. */
function Totals({
  field,
  source,
  resource,
  rows,
}: Pick<InputProps<'rows'>, 'field' | 'source' | 'resource'> & { rows: readonly Row[] }) {
  const translate = useTranslate();
  const totals = (rowsShape(field)?.totals ?? []).flatMap((name) => {
    const column = addedColumn(field, name);
    const cells = rows.map((row) => row[name]);
    return column ? [{ name, column, total: columnTotal(column, cells) }] : [];
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
  /** Goes on to the row below, which is made where there is none. */
  next: (at: number) => void;
}

interface RowProps {
  source: string;
  resource: string;
  columns: Columns;
  at: number;
  isLast: boolean;
  /** Something was typed into it, or into a row below. */
  isCounted: boolean;
  /** It was added last, and takes the focus. */
  isFresh: boolean;
  /** The row with its computed cells. */
  computed: Row | undefined;
  actions: { readonly current: RowActions };
}

/** Enter goes from box to box; in lists and pickers it has its own use. */
function goOn(event: KeyboardEvent<HTMLElement>, next: () => void): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  if (target.type === 'checkbox' || target.type === 'radio' || target.getAttribute('role') === 'combobox') return;
  event.preventDefault();
  const inputs = [...currentTarget.querySelectorAll<HTMLElement>(INPUTS)];
  const following = inputs[inputs.indexOf(target) + 1];
  if (following) following.focus();
  else next();
}

/** Gives the focus to the first box of its row once all of them are there. */
function FirstFocus() {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => marker.current?.closest('li')?.querySelector<HTMLElement>(INPUTS)?.focus(), []);
  return <span ref={marker} hidden />;
}

const RowInputs = memo(
  function RowInputs({ source, resource, columns, at, isLast, isCounted, isFresh, computed, actions }: RowProps) {
    const translate = useTranslate();
    const row = at + 1;
    return (
      <li
        className={classes.row}
        aria-label={translate('rows.row', { row })}
        onKeyDown={(event) => goOn(event, () => actions.current.next(at))}
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
                <div className={`${classes.computed} ${traitsOf(column).isNumeric ? classes.number : ''}`}>
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
          {isFresh ? <FirstFocus /> : null}
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
  // Computed values come anew with every key that is typed.
  ({ computed: before, ...one }, { computed: after, ...other }) =>
    JSON.stringify(before) === JSON.stringify(after) &&
    (Object.keys(one) as (keyof typeof one)[]).every((key) => one[key] === other[key]),
);
