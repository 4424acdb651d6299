import Popover, { type PopoverActions } from '@mui/material/Popover';
import {
  type ComponentType,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Form, type RaRecord, useTranslate } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { requiredField } from '#console/fields/field-rule.ts';
import { SavingDeletesContext, WireRecordContext } from '#console/fields/form-context.ts';
import { SuspendingInput, useFieldLabel } from '../../field-part.tsx';
import { FieldConditionsContext } from '../../form/field-conditions.ts';
import type { FormExpressionsModule } from '../../form/form-screen.tsx';
import { recordTitle, useResource } from '../../resource-context.tsx';
import classes from './cell-editor.module.css';
import { firstInput, isLastStop } from './focus-stops.ts';
import { LeaveCell } from './leave-cell.tsx';
import type { CellPosition } from './use-cell-positions.ts';
import { useCellRect } from './use-cell-rect.ts';
import { useEditedValue } from './use-edited-value.ts';
import type { CellField } from './use-save-cell.ts';

const CellConflictDialog = lazy(() => import('./cell-conflict.tsx'));

/** Which cell is opened once one is closed: that after it, that before it, or none. */
export type Step = -1 | 0 | 1;

interface Props {
  /** The record as it is shown. */
  record: RaRecord;
  /** Name of the field. */
  name: string;
  position: CellPosition;
  /** Evaluates the expressions of the definition; null where it has none. */
  expressions: FormExpressionsModule | null;
  onClose: (step: Step) => void;
}

/** A cell that is being edited. */
export interface EditedCell extends Omit<Props, 'onClose'> {
  Editor: ComponentType<Props>;
}

/** The state of a cell's form. */
interface CellForm {
  readValue: () => unknown;
  isSaving: boolean;
}

/** Least width of an input in its cell, and the room that its frame takes on each side of it, px, as the style sheet has it. */
const [WIDTH, FRAME] = [260, 5];

/** Keeps the record of a card around, which changes with what others do, out of the form. */
const NO_RECORD = {};

/** A line break, the press of a button, or a choice out of an open list is no save. */
const isEnterTaken = (target: HTMLElement, shiftKey: boolean): boolean =>
  (target instanceof HTMLTextAreaElement && shiftKey) ||
  target instanceof HTMLButtonElement ||
  target.getAttribute('aria-expanded') === 'true';

/**
 * How an input is left by a key; null if the key does not leave the input. Lists and calendars that it has opened stand elsewhere in the page.
 * Tab goes through all controls of an input that has several.
 */
function stepOf(event: KeyboardEvent<HTMLElement>): Step | null {
  const { target, currentTarget, key, shiftKey } = event;
  if (event.defaultPrevented || event.nativeEvent.isComposing) return null;
  if (!(target instanceof HTMLElement && currentTarget.contains(target))) return null;
  if (key === 'Tab') {
    const step = shiftKey ? -1 : 1;
    return isLastStop(currentTarget, target, step) ? step : null;
  }
  return key === 'Enter' && !isEnterTaken(target, shiftKey) ? 0 : null;
}

/** Opens the input of a field in its cell: Enter and leaving save the value, Escape gives it back, Tab goes on to the next cell. */
export function CellEditor({ record, name, position, expressions, onClose }: Props) {
  const resource = useResource();
  const translate = useTranslate();
  const label = useFieldLabel();
  const step = useRef<Step>(0);
  const editing = useEditedValue(record, name, expressions, () => onClose(step.current));
  const { cellField, basis, conflict } = editing;
  const content = useRef<HTMLDivElement>(null);
  const form = useRef<CellForm>({ readValue: () => editing.values[name], isSaving: false });
  const rect = useCellRect(position);
  const popover = useRef<PopoverActions>(null);
  const one = translate(`resources.${resource.name}.forcedCaseName`);

  function submit(next: Step): void {
    if (form.current.isSaving) return;
    step.current = next;
    // An untouched value is left as it is, even where it would be refused.
    if (editing.isUnchanged(form.current.readValue())) onClose(next);
    else content.current?.closest('form')?.requestSubmit();
  }

  /** A cell that closed while its value is on its way would hide what the server says of it. */
  function cancel(): void {
    if (!form.current.isSaving) onClose(0);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const next = stepOf(event);
    if (next === null) return;
    event.preventDefault();
    submit(next);
  }

  return (
    <Popover
      open
      action={popover}
      anchorReference="anchorPosition"
      anchorPosition={{ top: rect.top + Math.min(2, rect.height / 2) - FRAME, left: rect.left - FRAME }}
      marginThreshold={8}
      transitionDuration={0}
      disableRestoreFocus
      onClose={(_event, reason) => (reason === 'escapeKeyDown' ? cancel() : submit(0))}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': `${label(resource, name)} – ${recordTitle(resource, basis, one)}`,
          className: classes.paper ?? '',
          style: { width: Math.max(rect.width + 2 * FRAME, WIDTH) },
        },
      }}
    >
      <WireRecordContext value={basis}>
        <SavingDeletesContext value={resource.generic}>
          <Form
            className={classes.form}
            record={NO_RECORD}
            defaultValues={editing.values}
            onSubmit={editing.send}
            mode="onTouched"
            shouldFocusError={false}
            disableInvalidFormNotification
            noValidate
          >
            <Conditions expressions={expressions} record={basis} user={editing.user}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the input inside has the keys that these are of */}
              <div ref={content} onKeyDown={onKeyDown} className={classes.content}>
                <Suspense>
                  <CellInput
                    {...cellField}
                    form={form}
                    isSettling={editing.isSettling}
                    onResize={() => popover.current?.updatePosition()}
                  />
                </Suspense>
              </div>
            </Conditions>
          </Form>
        </SavingDeletesContext>
      </WireRecordContext>
      <LeaveCell losesSomething={() => !editing.isUnchanged(form.current.readValue())} />
      {conflict ? (
        <Suspense>
          <CellConflictDialog
            {...{ cellField, conflict, basis }}
            onSettled={(side) => void editing.settle(side, conflict)}
            onBack={editing.dismiss}
          />
        </Suspense>
      ) : null}
    </Popover>
  );
}

/** Has the expressions of the definition followed while a value is typed, as its form has. */
function Conditions({
  expressions,
  record,
  user,
  children,
}: Pick<Props, 'expressions' | 'record'> & { user: unknown; children: ReactNode }) {
  const resource = useResource();
  if (!expressions) return children;
  return (
    <expressions.FormExpressions resource={resource} record={record} user={user}>
      {children}
    </expressions.FormExpressions>
  );
}

/** Gives the focus to an input, and back to it after a save that was refused: what is inert meanwhile loses it to the page. */
function useInputFocus(area: { readonly current: HTMLElement | null }, isSaving: boolean): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const focusInput = (): boolean => {
      const input = element.contains(document.activeElement) ? document.activeElement : firstInput(element);
      if (input instanceof HTMLElement) input.focus();
      if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select();
      return input !== null;
    };
    if (focusInput()) return;
    // An input that chooses from a list of the server is there only once the list is.
    const observer = new MutationObserver(() => {
      if (focusInput()) observer.disconnect();
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [area]);
  const lastFocus = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isSaving) {
      lastFocus.current = activeElement instanceof HTMLElement ? activeElement : null;
      return;
    }
    if (area.current?.contains(lastFocus.current)) lastFocus.current?.focus();
    lastFocus.current = null;
  }, [area, isSaving]);
}

/** The input of the field, and how it is left. It stays as it is while its value is being saved. */
function CellInput({
  resource,
  name,
  field,
  form,
  isSettling,
  onResize,
}: CellField & { form: { current: CellForm }; isSettling: boolean; onResize: () => void }) {
  const translate = useTranslate();
  const { getValues } = useFormContext();
  const id = useId();
  const { required } = useContext(FieldConditionsContext);
  const { isSubmitting } = useFormState();
  const isSaving = isSubmitting || isSettling;
  form.current = { readValue: () => getValues(name), isSaving };
  const area = useRef<HTMLFieldSetElement>(null);
  const [hasLines, setHasLines] = useState(false);
  const latestResize = useRef(onResize);
  latestResize.current = onResize;
  useInputFocus(area, isSaving);
  useEffect(() => {
    const input = area.current;
    if (!input) return;
    setHasLines(input.querySelector('textarea:not([aria-hidden])') !== null);
    // Errors and further lines below a value must stay in the window.
    const observer = new ResizeObserver(() => latestResize.current());
    observer.observe(input);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <fieldset ref={area} inert={isSaving} aria-describedby={id} className={classes.input}>
        <SuspendingInput resource={resource} name={name} field={required.has(name) ? requiredField(field) : field} />
      </fieldset>
      <p id={id} className={classes.hint}>
        {translate(hasLines ? 'tables.editing.hintLines' : 'tables.editing.hint')}
      </p>
    </>
  );
}
