import { useRef } from 'react';
import type { Identifier } from 'react-admin';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import classes from './choice-cells.module.css';
import type { RowSelection } from './row-choice.ts';

/** Header checkbox that selects or deselects all rows on the page. */
export function SelectAllHeader({
  choice,
  label,
}: {
  choice: Pick<RowSelection, 'all' | 'some' | 'toggleAll'>;
  label: string;
}) {
  return (
    <th className={classes.choice} data-choice>
      <Checkbox checked={choice.all} partly={choice.some} onChange={choice.toggleAll} name={label} />
    </th>
  );
}

/** Checkbox of a row; with Shift it applies to all rows since the last one clicked. */
export function SelectRowCell({
  id,
  isChosen,
  label,
  onToggle,
}: {
  id: Identifier;
  isChosen: boolean;
  /** Accessible name of the checkbox. */
  label: string;
  onToggle: RowSelection['toggle'];
}) {
  const isShiftPressed = useRef(false);
  const recordShift = ({ shiftKey }: { shiftKey: boolean }) => {
    isShiftPressed.current = shiftKey;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click on the box from opening the card
    <td
      className={classes.choice}
      data-choice
      onPointerDownCapture={recordShift}
      onKeyDownCapture={recordShift}
      onClick={(event) => event.stopPropagation()}
    >
      <Checkbox checked={isChosen} onChange={() => onToggle(id, isShiftPressed.current)} name={label} />
    </td>
  );
}
