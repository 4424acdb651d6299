import Dialog, { type DialogProps } from '@mui/material/Dialog';

/** A dialog with a fixed width in CSS pixels; on narrow screens with a margin of 12. */
export function PanelDialog({
  width,
  ...props
}: Omit<DialogProps, 'open' | 'slotProps' | 'onKeyDown'> & { width: number }) {
  return (
    <Dialog
      open
      // Key events must not reach the component that the dialog was opened from.
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
      slotProps={{ paper: { sx: { width, maxWidth: 'calc(100vw - 24px)', margin: '12px' } } }}
      {...props}
    />
  );
}
