import Tooltip from '@mui/material/Tooltip';
import type { ReactElement } from 'react';

/** On the rail, where no label is seen, the label as a tooltip; elsewhere nothing. */
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
