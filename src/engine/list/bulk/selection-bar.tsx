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

/** Actions on the chosen rows. */
export interface BarAction {
  /** Tells it from the others. */
  name: string;
  label: string;
  icon: ReactElement;
  refusal?: ReasonText | null;
  busy?: boolean;
  act: () => void;
}

/**
 * How many rows are chosen and what can be done with them; lies over what stands above the table, which keeps its place. On a phone
 * the actions stand in a menu, which all of them have room in.
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
  const narrow = useWidth() === 'mobile';
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label={translate('tables.chosen.label')}
      onKeyDown={(event) => {
        // A dialog that was opened from here closes by its own.
        if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClear();
      }}
    >
      <IconButton label={translate('tables.chosen.clear')} onClick={onClear}>
        <Close />
      </IconButton>
      <span className={classes.count} role="status">
        {translate('tables.chosen.count', { count })}
      </span>
      {narrow ? (
        <ActionMenu actions={actions} />
      ) : (
        actions.map(({ name, label, act, ...look }) => (
          <ActionButton key={name} size="sm" {...look} onClick={act}>
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
