import Dialog from '@mui/material/Dialog';
import { type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '../buttons/action-button.tsx';
import classes from './confirm-dialog.module.css';

/** Content below a question. */
export interface ConfirmDetails {
  text: ReactNode;
  /** Whether it says all that there is to know; until then nothing can be confirmed. */
  isReady: boolean;
}

/** Asks before something that cannot be undone. Its own chunk: most never see it. */
export default function ConfirmDialog({
  question,
  details,
  yes,
  onYes,
  onNo,
}: {
  question: string;
  details?: ConfirmDetails | undefined;
  /** Label of the button that does it. */
  yes: string;
  onYes: () => Promise<void>;
  onNo: () => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onClose={onNo}
      aria-labelledby={id}
      aria-describedby={details ? `${id}-details` : undefined}
      // Its keys are its own: the menu it was opened from must not take them for its items.
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      <div className={classes.dialog}>
        <h2 id={id} className={classes.question}>
          {question}
        </h2>
        {details ? <div id={`${id}-details`}>{details.text}</div> : null}
        <div className={classes.buttons}>
          <ActionButton onClick={onNo}>{translate('ui.cancel')}</ActionButton>
          <ActionButton
            variant="danger"
            busy={busy || details?.isReady === false}
            onClick={() => {
              setBusy(true);
              onYes().finally(onNo);
            }}
          >
            {yes}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
