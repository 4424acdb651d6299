import MoreVert from '@mui/icons-material/MoreVert';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Reason, type ReasonText } from '../inputs/reason.tsx';
import classes from '../row-menu/row-menu.module.css';

/** Called once the button of a row menu is gone, by its element; set when the record is deleted. */
export const rowMenuClosed = new WeakMap<HTMLElement, () => void>();

/**
 * The three dots of a record alone; what they open is drawn by the caller and may come later.
 * @param label names the record of the actions, for a screen reader
 * @param refusal greys the dots themselves (PERM-08, PERM-12)
 * @param near called when a pointer or the focus comes near: time to fetch what they open
 * @param menu what they open, at the given element
 */
export function RowMenuTrigger({
  label,
  refusal = null,
  near,
  menu,
}: {
  label: string;
  refusal?: ReasonText | null;
  near?: () => void;
  menu: (anchor: HTMLElement, close: () => void) => ReactNode;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const used = useRef<HTMLElement | null>(null);
  useEffect(
    () => () => {
      if (used.current) rowMenuClosed.get(used.current)?.();
    },
    [],
  );
  return (
    <>
      <Reason reason={refusal}>
        <button
          type="button"
          className={classes.trigger}
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-disabled={refusal ? true : undefined}
          onPointerEnter={near}
          onFocus={near}
          onClick={(event) => {
            if (refusal) return;
            used.current = event.currentTarget;
            setAnchor(event.currentTarget);
          }}
        >
          <MoreVert aria-hidden fontSize="small" />
        </button>
      </Reason>
      {anchor ? menu(anchor, () => setAnchor(null)) : null}
    </>
  );
}
