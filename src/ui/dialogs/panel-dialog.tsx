import Dialog, { type DialogProps } from '@mui/material/Dialog';

/** A dialog of a width of its own, CSS pixels; on a narrow screen it leaves 12 of them around it. */
export function PanelDialog({
  width,
  ...props
}: Omit<DialogProps, 'open' | 'slotProps' | 'onKeyDown'> & { width: number }) {
  return (
    <Dialog
      open
      // Its keys are its own: what it was opened from must not take them.
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
      slotProps={{ paper: { sx: { width, maxWidth: 'calc(100vw - 24px)', margin: '12px' } } }}
      {...props}
    />
  );
}
