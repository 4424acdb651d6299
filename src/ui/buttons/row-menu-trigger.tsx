import MoreVert from '@mui/icons-material/MoreVert';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Reason, type ReasonText } from '../inputs/reason.tsx';
import classes from '../row-menu/row-menu.module.css';

/** Callbacks by menu button, called when the button is removed; set when its record is being deleted. */
export const onRowMenuRemoved = new WeakMap<HTMLElement, () => void>();

/**
 * The menu button (three dots) of a record; the menu is rendered by the caller and may load later.
 * @param label names the record for screen readers
 * @param refusal greys out the button itself (PERM-08, PERM-12)
 * @param near called on hover or focus, to prefetch the menu
 * @param menu renders the menu at the given element
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
  const usedButton = useRef<HTMLElement | null>(null);
  useEffect(
    () => () => {
      if (usedButton.current) onRowMenuRemoved.get(usedButton.current)?.();
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
            usedButton.current = event.currentTarget;
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
