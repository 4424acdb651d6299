import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import classes from './rows-table.module.css';
import type { Cells } from './sheet.ts';
import type { Corrections } from './use-corrections.ts';
import { type CellName, codeHint, codesIn } from './words.ts';

/** The inputs of each cell. */
const INPUTS = {
  unit: [{ name: 'label', label: 'mendUnit' }],
  resident: [
    { name: 'last_name', label: 'mendLast' },
    { name: 'first_name', label: 'mendFirst' },
  ],
  phone: [{ name: 'phone_number', label: 'mendPhone' }],
} as const satisfies Record<CellName, readonly { name: keyof Cells; label: string }[]>;

/** Which of the two inputs gets the focus: the wrong one. */
function wanted(row: ImportRow, cell: CellName): keyof Cells {
  const [first] = INPUTS[cell];
  const firstName = cell === 'resident' && !row.errors.some((code) => code.endsWith('LAST_NAME'));
  return firstName && row.errors.some((code) => code.endsWith('FIRST_NAME')) ? 'first_name' : first.name;
}

/** A cell that is being mended: Enter puts it in and goes on to the next error, Esc leaves it as it was. */
export function EditCell({
  row,
  cell,
  mending,
  firstWith,
}: {
  row: ImportRow;
  cell: CellName;
  mending: Corrections;
  /** The row that has the phone first. */
  firstWith: (row: ImportRow) => number | null;
}) {
  const translate = useTranslate();
  const id = useId();
  const [edits, setEdits] = useState<Partial<Cells>>({});
  const [code] = codesIn(row, cell);
  const hasChanged = Object.entries(edits).some(([name, value]) => row[name as keyof Cells] !== value);
  const autofocus = wanted(row, cell);

  function key(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      void mending.mend(edits, true);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      mending.edit(null);
    }
  }
  function leave({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    if (hasChanged) void mending.mend(edits, false);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its inputs are what is worked with
    <span className={classes.edit} onKeyDown={key} onBlur={leave}>
      <span className={classes.inputs}>
        {INPUTS[cell].map(({ name, label }) => (
          <input
            key={name}
            type={name === 'phone_number' ? 'tel' : 'text'}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this cell
            autoFocus={name === autofocus}
            onFocus={({ target }) => target.select()}
            aria-label={translate(`import.check.${label}`, { row: row.row })}
            aria-invalid={code ? true : undefined}
            aria-describedby={code ? id : undefined}
            value={edits[name] ?? row[name]}
            onChange={({ target }) => setEdits((before) => ({ ...before, [name]: target.value }))}
          />
        ))}
      </span>
      {code ? (
        <span className={classes.hint} id={id}>
          {codeHint(code, row, code === 'ALREADY_EXIST_PHONE' ? firstWith(row) : null)}
        </span>
      ) : null}
    </span>
  );
}
