import { type ComponentPropsWithRef, type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { moveLostFocus, whenRemoved } from '#console/ui/dialogs/focus-fallback.ts';
import classes from './rows-table.module.css';

/** An input of an open cell. */
export interface CellInput<Name extends string> {
  name: Name;
  /** Translated accessible name. */
  label: string;
  value: string;
  type?: 'text' | 'tel';
}

/** Values typed into the inputs of a cell; untouched inputs are omitted. */
export type Edits<Name extends string> = Readonly<{ [Input in Name]?: string }>;

const UNTOUCHED: Edits<never> = {};

/** Focuses the cell's button once it has replaced an input. */
function focusCellInstead(input: EventTarget): void {
  if (!(input instanceof HTMLElement)) return;
  const cell = input.closest('td');
  whenRemoved(input, () => moveLostFocus(() => cell?.querySelector('button')));
}

/** Focuses the table once the row of an element was removed because it has no errors left. */
function focusTableInstead(element: EventTarget | null, row: HTMLTableRowElement | null): void {
  if (!(element instanceof HTMLElement) || !row?.contains(element)) return;
  const table = row.closest<HTMLElement>('[tabindex="0"]');
  whenRemoved(element, () => moveLostFocus(() => table, { preventScroll: true }));
}

/**
 * Inputs of a cell being corrected, with the error below them. Esc restores the former text.
 * @param hint translated error; null if there is none
 * @param autofocus the input that takes the focus; null: none
 * @param onEnter called on Enter
 * @param onEscape called on Esc
 * @param onLeave called when the focus leaves the cell, and on F8 after an edit
 */
export function EditCell<Name extends string>({
  inputs,
  hint,
  autofocus,
  onEnter,
  onEscape = () => undefined,
  onLeave,
}: {
  inputs: readonly CellInput<Name>[];
  hint: string | null;
  autofocus: Name | null;
  onEnter: (edits: Edits<Name>) => void;
  onEscape?: () => void;
  onLeave: (edits: Edits<Name>) => void;
}) {
  const id = useId();
  const untouched = UNTOUCHED as Edits<Name>;
  const [edits, setEdits] = useState(untouched);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      onEnter(edits);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      setEdits(untouched);
      onEscape();
      if (autofocus !== null) focusCellInstead(event.target);
    } else if (event.key === 'F8' && edits !== untouched) {
      // The jump to the next error removes the inputs without a blur event.
      onLeave(edits);
    }
  }
  function onBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    onLeave(edits);
    focusTableInstead(relatedTarget, currentTarget.closest('tr'));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls are the inputs inside
    <span
      className={autofocus === null ? `${classes.edit} ${classes.standing}` : classes.edit}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <span className={classes.inputs}>
        {inputs.map(({ name, label, value, type = 'text' }) => (
          <input
            key={name}
            type={type}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the person has just opened this cell
            autoFocus={name === autofocus}
            onFocus={({ target }) => (autofocus === null ? undefined : target.select())}
            aria-label={label}
            aria-invalid={hint === null ? undefined : true}
            aria-describedby={hint === null ? undefined : id}
            value={edits[name] ?? value}
            onChange={({ target }) => setEdits((previous) => ({ ...previous, [name]: target.value }))}
          />
        ))}
      </span>
      {hint === null ? null : (
        <span className={classes.hint} id={id} data-hint>
          {hint}
        </span>
      )}
    </span>
  );
}

/** A cell that opens on click; other props, such as a tooltip's handlers, go to the button. */
export function CellButton({ children, ...button }: ComponentPropsWithRef<'button'>) {
  return (
    <button {...button} type="button" className={classes.cell}>
      {children}
    </button>
  );
}
