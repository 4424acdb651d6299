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
import { DeleteFilesOnSaveContext, WireRecordContext } from '#console/fields/form-context.ts';
import { SuspendingInput, useFieldLabel } from '../../field-part.tsx';
import { FieldConditionsContext } from '../../form/field-conditions.ts';
import type { FormExpressionsModule } from '../../form/form-screen.tsx';
import { recordTitle, useResource } from '../../resource-context.tsx';
import classes from './cell-editor.module.css';
import { firstInput, isLastStop } from './focus-stops.ts';
import { CellLeaveGuard } from './leave-cell.tsx';
import type { CellPosition } from './use-cell-positions.ts';
import { useCellRect } from './use-cell-rect.ts';
import { useEditedValue } from './use-edited-value.ts';
import type { CellField } from './use-save-cell.ts';

const CellConflictDialog = lazy(() => import('./cell-conflict.tsx'));

/** Which cell is opened when one is closed: the previous one, none or the next one. */
export type CellStep = -1 | 0 | 1;

interface Props {
  /** The record as shown. */
  record: RaRecord;
  /** Name of the field. */
  name: string;
  position: CellPosition;
  /** Evaluates the definition's expressions; null if it has none. */
  expressions: FormExpressionsModule | null;
  onClose: (step: CellStep) => void;
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

/** Minimum width of an input in its cell and width of its frame on each side, CSS pixels; keep in step with the style sheet. */
const [MIN_WIDTH, FRAME_WIDTH] = [260, 5];

/** Shields the form from the surrounding card's record, which others may change. */
const NO_RECORD = {};

/** Enter that breaks a line, presses a button or chooses an option must not save. */
const isEnterTaken = (target: HTMLElement, shiftKey: boolean): boolean =>
  (target instanceof HTMLTextAreaElement && shiftKey) ||
  target instanceof HTMLButtonElement ||
  target.getAttribute('aria-expanded') === 'true';

/**
 * Step by which a key leaves an input; null if it does not. Popups of the input are elsewhere in the DOM and do not count. Tab
 * first visits all controls of an input that has several.
 */
function stepForKey(event: KeyboardEvent<HTMLElement>): CellStep | null {
  const { target, currentTarget, key, shiftKey } = event;
  if (event.defaultPrevented || event.nativeEvent.isComposing) return null;
  if (!(target instanceof HTMLElement && currentTarget.contains(target))) return null;
  if (key === 'Tab') {
    const step = shiftKey ? -1 : 1;
    return isLastStop(currentTarget, target, step) ? step : null;
  }
  return key === 'Enter' && !isEnterTaken(target, shiftKey) ? 0 : null;
}

/**
 * Popover with the input of a field over its cell: Enter and leaving save the value, Escape discards it, Tab goes on to the next
 * cell.
 */
export function CellEditor({ record, name, position, expressions, onClose }: Props) {
  const resource = useResource();
  const translate = useTranslate();
  const label = useFieldLabel();
  const step = useRef<CellStep>(0);
  const editing = useEditedValue(record, name, expressions, () => onClose(step.current));
  const { cellField, basis, conflict } = editing;
  const contentRef = useRef<HTMLDivElement>(null);
  const form = useRef<CellForm>({ readValue: () => editing.values[name], isSaving: false });
  const rect = useCellRect(position);
  const popoverRef = useRef<PopoverActions>(null);
  const recordNoun = translate(`resources.${resource.name}.forcedCaseName`);

  function submit(nextStep: CellStep): void {
    if (form.current.isSaving) return;
    step.current = nextStep;
    // An unchanged value is not submitted, even if it would be invalid.
    if (editing.isUnchanged(form.current.readValue())) onClose(nextStep);
    else contentRef.current?.closest('form')?.requestSubmit();
  }

  /** While saving, the cell stays open, because it has to show the server's response. */
  function cancel(): void {
    if (!form.current.isSaving) onClose(0);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const nextStep = stepForKey(event);
    if (nextStep === null) return;
    event.preventDefault();
    submit(nextStep);
  }

  return (
    <Popover
      open
      action={popoverRef}
      anchorReference="anchorPosition"
      anchorPosition={{ top: rect.top + Math.min(2, rect.height / 2) - FRAME_WIDTH, left: rect.left - FRAME_WIDTH }}
      marginThreshold={8}
      transitionDuration={0}
      disableRestoreFocus
      onClose={(_event, reason) => (reason === 'escapeKeyDown' ? cancel() : submit(0))}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': `${label(resource, name)} – ${recordTitle(resource, basis, recordNoun)}`,
          className: classes.paper ?? '',
          style: { width: Math.max(rect.width + 2 * FRAME_WIDTH, MIN_WIDTH) },
        },
      }}
    >
      <WireRecordContext value={basis}>
        <DeleteFilesOnSaveContext value={resource.generic}>
          <Form
            className={classes.form}
            record={NO_RECORD}
            defaultValues={editing.values}
            onSubmit={editing.submitValue}
            mode="onTouched"
            shouldFocusError={false}
            disableInvalidFormNotification
            noValidate
          >
            <Conditions expressions={expressions} record={basis} user={editing.user}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the input inside */}
              <div ref={contentRef} onKeyDown={onKeyDown} className={classes.content}>
                <Suspense>
                  <CellInput
                    {...cellField}
                    form={form}
                    isSettling={editing.isSettling}
                    onResize={() => popoverRef.current?.updatePosition()}
                  />
                </Suspense>
              </div>
            </Conditions>
          </Form>
        </DeleteFilesOnSaveContext>
      </WireRecordContext>
      <CellLeaveGuard wouldLoseValue={() => !editing.isUnchanged(form.current.readValue())} />
      {conflict ? (
        <Suspense>
          <CellConflictDialog
            {...{ cellField, conflict, basis }}
            onSettled={(side) => void editing.settleConflict(side, conflict)}
            onBack={editing.dismiss}
          />
        </Suspense>
      ) : null}
    </Popover>
  );
}

/** Evaluates the definition's expressions while a value is typed, as the edit form does. */
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

/** Focuses an input, and again after a save that was refused, because an inert element loses the focus. */
function useInputFocus(areaRef: { readonly current: HTMLElement | null }, isSaving: boolean): void {
  useEffect(() => {
    const element = areaRef.current;
    if (!element) return;
    const focusInput = (): boolean => {
      const input = element.contains(document.activeElement) ? document.activeElement : firstInput(element);
      if (input instanceof HTMLElement) input.focus();
      if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select();
      return input !== null;
    };
    if (focusInput()) return;
    // Inputs with options from the server render only once the options are loaded.
    const observer = new MutationObserver(() => {
      if (focusInput()) observer.disconnect();
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [areaRef]);
  const lastFocus = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isSaving) {
      lastFocus.current = activeElement instanceof HTMLElement ? activeElement : null;
      return;
    }
    if (areaRef.current?.contains(lastFocus.current)) lastFocus.current?.focus();
    lastFocus.current = null;
  }, [areaRef, isSaving]);
}

/** The input of the field with a hint about the keys; inert while its value is being saved. */
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
  const areaRef = useRef<HTMLFieldSetElement>(null);
  const [hasLines, setHasLines] = useState(false);
  const latestResize = useRef(onResize);
  latestResize.current = onResize;
  useInputFocus(areaRef, isSaving);
  useEffect(() => {
    const input = areaRef.current;
    if (!input) return;
    setHasLines(input.querySelector('textarea:not([aria-hidden])') !== null);
    // Errors and additional lines below a value must stay inside the window.
    const observer = new ResizeObserver(() => latestResize.current());
    observer.observe(input);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <fieldset ref={areaRef} inert={isSaving} aria-describedby={id} className={classes.input}>
        <SuspendingInput resource={resource} name={name} field={required.has(name) ? requiredField(field) : field} />
      </fieldset>
      <p id={id} className={classes.hint}>
        {translate(hasLines ? 'tables.editing.hintLines' : 'tables.editing.hint')}
      </p>
    </>
  );
}
