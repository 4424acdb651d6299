import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';

/** A dialog that rises from the lower edge of a phone. Esc and a tap beside it close it. */
export function BottomSheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          'aria-modal': true,
          sx: { maxHeight: '78vh', borderRadius: '18px 18px 0 0', backgroundColor: 'var(--raised)' },
        },
      }}
    >
      {children}
    </Drawer>
  );
}
