import '#i18n/tables-texts.ts';
import Close from '@mui/icons-material/Close';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { type ReactElement, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useWidth } from '#console/shell/width.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import { RowMenuItem, RowMenuList } from '#console/ui/row-menu/row-menu.tsx';
import classes from './selection-bar.module.css';

/** An action on the selected rows. */
export interface BarAction {
  /** Unique name, used as React key. */
  name: string;
  label: string;
  icon: ReactElement;
  refusal?: ReasonText | null;
  busy?: boolean;
  act: () => void;
}

/**
 * Toolbar with the number of selected rows and their actions; overlays the list's toolbar, so that the table does not move. On a
 * phone the actions are in a menu.
 */
export function SelectionBar({
  count,
  actions,
  onClear,
}: {
  count: number;
  actions: readonly BarAction[];
  onClear: () => void;
}) {
  const translate = useTranslate();
  const isNarrow = useWidth() === 'mobile';
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label={translate('tables.chosen.label')}
      onKeyDown={(event) => {
        // Escape in a dialog opened from here closes only the dialog.
        if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClear();
      }}
    >
      <IconButton label={translate('tables.chosen.clear')} onClick={onClear}>
        <Close />
      </IconButton>
      <span className={classes.count} role="status">
        {translate('tables.chosen.count', { count })}
      </span>
      {isNarrow ? (
        <ActionMenu actions={actions} />
      ) : (
        actions.map(({ name, label, act, ...buttonProps }) => (
          <ActionButton key={name} size="sm" {...buttonProps} onClick={act}>
            {label}
          </ActionButton>
        ))
      )}
    </div>
  );
}

function ActionMenu({ actions }: { actions: readonly BarAction[] }) {
  const translate = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        size="sm"
        ref={button}
        icon={<ExpandMore aria-hidden />}
        opens="menu"
        busy={actions.some(({ busy }) => busy)}
        onClick={() => setOpen(true)}
      >
        {translate('tables.chosen.menu')}
      </ActionButton>
      {open && button.current ? (
        <RowMenuList label={translate('tables.chosen.label')} anchor={button.current} close={() => setOpen(false)}>
          {actions.map(({ name, label, icon, refusal = null, act }) => (
            <RowMenuItem key={name} icon={icon} refusal={refusal} onClick={act}>
              {label}
            </RowMenuItem>
          ))}
        </RowMenuList>
      ) : null}
    </>
  );
}
