import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { endView, viewedAs } from '#console/data/session/view-as.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './view-banner.module.css';

/** Says over every page that another person's console is shown, with the way back; nothing in one's own. */
export function ViewBanner() {
  const translate = useTranslate();
  const [viewed] = useState(viewedAs);
  const [busy, setBusy] = useState(false);
  if (!viewed) return null;
  const leave = async () => {
    setBusy(true);
    await endView();
    globalThis.location.assign(`/settings/employees-permissions?id=${viewed.user}`);
  };
  return (
    <div className={classes.banner} role="status">
      <VisibilityOutlined aria-hidden />
      <span className={classes.words}>{translate('employees.viewing.banner', { name: viewed.name })}</span>
      <ActionButton size="sm" busy={busy} onClick={() => void leave()}>
        {translate('employees.viewing.exit')}
      </ActionButton>
    </div>
  );
}
