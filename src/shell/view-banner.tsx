import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { endView, viewedAs } from '#console/data/session/view-as.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './view-banner.module.css';

/** Banner above every page while viewing as another person, with a button to end it. */
export function ViewAsBanner() {
  const translate = useTranslate();
  const [viewedPerson] = useState(viewedAs);
  const [isBusy, setIsBusy] = useState(false);
  if (!viewedPerson) return null;
  const endViewAndLeave = async () => {
    setIsBusy(true);
    await endView();
    globalThis.location.assign(`/settings/employees-permissions?id=${viewedPerson.user}`);
  };
  return (
    <div className={classes.banner} role="status">
      <VisibilityOutlined aria-hidden />
      <span className={classes.words}>{translate('employees.viewing.banner', { name: viewedPerson.name })}</span>
      <ActionButton size="sm" busy={isBusy} onClick={() => void endViewAndLeave()}>
        {translate('employees.viewing.exit')}
      </ActionButton>
    </div>
  );
}
