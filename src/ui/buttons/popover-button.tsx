import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import Popover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';

/**
 * A button that opens a panel below itself.
 * @param className style of the button; `labelClass` that of the label in it
 * @param name what the panel is called
 * @param label what is chosen now
 * @param chosen whether that is other than everything; left out where it is not marked
 * @param gap between button and panel, CSS pixels
 * @param onOpen told before the panel is opened
 * @param panel what is chosen from
 */
export function PopoverButton({
  className,
  labelClass,
  icon,
  name,
  label,
  isChosen,
  gap = 0,
  onOpen,
  panel,
}: {
  className: string | undefined;
  labelClass: string | undefined;
  icon: ReactNode;
  name: string;
  label: string;
  isChosen?: boolean | undefined;
  gap?: number;
  onOpen?: (() => void) | undefined;
  panel: (close: () => void) => ReactNode;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        data-chosen={isChosen || undefined}
        // The label may be cut, or be out of sight, where there is little room.
        title={label}
        onClick={(event) => {
          onOpen?.();
          setAnchor(event.currentTarget);
        }}
      >
        {icon}
        <span className={labelClass}>{label}</span>
        <KeyboardArrowDown aria-hidden />
      </button>
      {anchor ? (
        <Popover
          open
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': name, ...(gap ? { sx: { mt: `${gap}px` } } : {}) } }}
        >
          {panel(close)}
        </Popover>
      ) : null}
    </>
  );
}
