import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './check-screen.module.css';
import type { Submission } from './use-submission.ts';

/** Footer with the button «Отправить приглашение», a hint, the progress or the error (IMPORT-09, IMPORT-11, IMPORT-24). */
export function CheckFooter({
  correct,
  wrong,
  submission: { progress, error, submit },
}: {
  correct: number;
  wrong: number;
  submission: Submission;
}) {
  const translate = useTranslate();
  const missingRight = useRefusal('residents', 'change');
  const isByHand = useServerFeature('byHand');
  const hasNothingToSend = correct === 0 && !progress;
  return (
    <>
      <Tooltip
        describeChild
        title={translate(
          hasNothingToSend
            ? 'import.check.submitNoneLine'
            : isByHand
              ? 'import.check.byHand'
              : 'import.check.submitTip',
        )}
      >
        <span>
          <ActionButton
            variant="primary"
            busy={progress !== null}
            unready={hasNothingToSend}
            refusal={missingRight ? refusalText(missingRight, translate) : null}
            onClick={() => void (hasNothingToSend ? undefined : submit())}
          >
            {translate('import.check.submit')}
          </ActionButton>
        </span>
      </Tooltip>
      {progress ? (
        <span className={classes.progress} role="status">
          <progress
            value={progress.done}
            max={progress.total}
            aria-label={translate('import.check.sending', progress)}
          />
          {translate('import.check.sending', progress)}
        </span>
      ) : error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : (
        <p className={classes.muted}>
          {hasNothingToSend
            ? translate('import.check.submitNone')
            : translate(isByHand ? 'import.check.byHand' : 'import.check.footer', { smart_count: correct })}{' '}
          {wrong && !hasNothingToSend ? translate('import.check.footerRest') : null}
        </p>
      )}
    </>
  );
}
