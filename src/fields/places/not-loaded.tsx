import '#i18n/audience-choice-texts.ts';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './not-loaded.module.css';

/** Error message for a building that failed to load, with a retry button. */
export function BuildingNotLoaded({ onRetry }: { onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <div className={classes.line} role="alert">
      <span>{translate('audience.notLoaded')}</span>
      <ActionButton size="sm" onClick={onRetry}>
        {translate('audience.again')}
      </ActionButton>
    </div>
  );
}
