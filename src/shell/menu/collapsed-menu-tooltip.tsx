import Tooltip from '@mui/material/Tooltip';
import type { ReactElement } from 'react';

/** Shows the label as a tooltip when the menu is collapsed to icons. */
export function CollapsedMenuTooltip({
  rail,
  label,
  children,
}: {
  rail: boolean;
  label: string;
  children: ReactElement;
}) {
  return rail ? (
    <Tooltip title={label} placement="right" describeChild>
      {children}
    </Tooltip>
  ) : (
    children
  );
}
