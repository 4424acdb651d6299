import { useRef } from 'react';
import type { Identifier } from 'react-admin';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import classes from './choice-cells.module.css';
import type { RowChoice } from './row-choice.ts';

/** The head over the boxes: chooses all rows that are there, or lets them go. */
export function ChoiceHead({
  choice,
  label,
}: {
  choice: Pick<RowChoice, 'all' | 'some' | 'toggleAll'>;
  label: string;
}) {
  return (
    <th className={classes.choice} data-choice>
      <Checkbox checked={choice.all} partly={choice.some} onChange={choice.toggleAll} name={label} />
    </th>
  );
}

/** The box of a row; with Shift all rows from the one before that was pressed follow. */
export function ChoiceCell({
  id,
  isChosen,
  label,
  onToggle,
}: {
  id: Identifier;
  isChosen: boolean;
  /** Which row it is. */
  label: string;
  onToggle: RowChoice['toggle'];
}) {
  const shift = useRef(false);
  const note = ({ shiftKey }: { shiftKey: boolean }) => {
    shift.current = shiftKey;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click on the box from opening the card
    <td
      className={classes.choice}
      data-choice
      onPointerDownCapture={note}
      onKeyDownCapture={note}
      onClick={(event) => event.stopPropagation()}
    >
      <Checkbox checked={isChosen} onChange={() => onToggle(id, shift.current)} name={label} />
    </td>
  );
}
