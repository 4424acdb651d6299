import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import Popover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';

/**
 * A button that opens a panel below it.
 * @param className class of the button
 * @param labelClass class of the label in it
 * @param name accessible name of the panel
 * @param label current selection
 * @param isChosen whether the selection differs from the default; omit it if it is not marked
 * @param gap between button and panel, CSS pixels
 * @param onOpen called before the panel opens
 * @param panel renders the panel
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
        // The label may be truncated or hidden on narrow screens.
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
