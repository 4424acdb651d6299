import { type ComponentPropsWithRef, type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { passFocus, whenGone } from '#console/ui/dialogs/focus-fallback.ts';
import classes from './rows-table.module.css';

/** An input of an open cell. */
export interface CellInput<Name extends string> {
  name: Name;
  /** Its name for screen readers, translated. */
  label: string;
  value: string;
  type?: 'text' | 'tel';
}

/** What was typed into the inputs of a cell; an input that was not touched is left out. */
export type Edits<Name extends string> = Readonly<{ [Input in Name]?: string }>;

const UNTOUCHED: Edits<never> = {};

/** Once an input has left its cell, the button that stands there then gets the focus. */
function focusCellInstead(input: EventTarget): void {
  if (!(input instanceof HTMLElement)) return;
  const cell = input.closest('td');
  whenGone(input, () => passFocus(() => cell?.querySelector('button')));
}

/** Once the row of an element has left the table, since it has no errors any more, the table gets the focus. */
function focusTableInstead(element: EventTarget | null, row: HTMLTableRowElement | null): void {
  if (!(element instanceof HTMLElement) || !row?.contains(element)) return;
  const table = row.closest<HTMLElement>('[tabindex="0"]');
  whenGone(element, () => passFocus(() => table, { preventScroll: true }));
}

/**
 * The inputs of a cell that is being corrected, with what is wrong below them. Esc brings back what was there.
 * @param hint what is wrong, translated; null: nothing is
 * @param autofocus the input that gets the focus; null: the cell stands open and takes none
 * @param onEnter called at Enter
 * @param onEscape called at Esc
 * @param onLeave called where the focus leaves the cell, and at F8 after something was typed
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
  function key(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      onEnter(edits);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      setEdits(untouched);
      onEscape();
      if (autofocus !== null) focusCellInstead(event.target);
    } else if (event.key === 'F8' && edits !== untouched) {
      // The jump to the next error takes the inputs away, and they hear nothing of it.
      onLeave(edits);
    }
  }
  function leave({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    onLeave(edits);
    focusTableInstead(relatedTarget, currentTarget.closest('tr'));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its inputs are what is worked with
    <span
      className={autofocus === null ? `${classes.edit} ${classes.standing}` : classes.edit}
      onKeyDown={key}
      onBlur={leave}
    >
      <span className={classes.inputs}>
        {inputs.map(({ name, label, value, type = 'text' }) => (
          <input
            key={name}
            type={type}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this cell
            autoFocus={name === autofocus}
            onFocus={({ target }) => (autofocus === null ? undefined : target.select())}
            aria-label={label}
            aria-invalid={hint === null ? undefined : true}
            aria-describedby={hint === null ? undefined : id}
            value={edits[name] ?? value}
            onChange={({ target }) => setEdits((before) => ({ ...before, [name]: target.value }))}
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

/** A cell that a press opens; what it gets besides, such as a tooltip's handlers, is the button's. */
export function CellButton({ children, ...button }: ComponentPropsWithRef<'button'>) {
  return (
    <button {...button} type="button" className={classes.cell}>
      {children}
    </button>
  );
}
