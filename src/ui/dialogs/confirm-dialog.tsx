import Dialog from '@mui/material/Dialog';
import { type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '../buttons/action-button.tsx';
import classes from './confirm-dialog.module.css';

/** Content below a question. */
export interface ConfirmDetails {
  text: ReactNode;
  /** Whether it is complete; until then nothing can be confirmed. */
  isReady: boolean;
}

/** Asks for confirmation of something that cannot be undone. A separate chunk, since most people never see it. */
export default function ConfirmDialog({
  question,
  details,
  yes,
  onYes,
  onNo,
}: {
  question: string;
  details?: ConfirmDetails | undefined;
  /** Label of the confirm button. */
  yes: string;
  onYes: () => Promise<void>;
  onNo: () => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog
      open
      onClose={onNo}
      aria-labelledby={id}
      aria-describedby={details ? `${id}-details` : undefined}
      // Key events must not reach the menu that the dialog was opened from.
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
            busy={isBusy || details?.isReady === false}
            onClick={() => {
              setIsBusy(true);
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
