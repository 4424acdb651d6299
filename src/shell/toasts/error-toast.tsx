import Close from '@mui/icons-material/Close';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Portal from '@mui/material/Portal';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Failure, onFailure } from '#console/data/http/failures.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { typeset } from '#i18n/typeset.ts';
import { MS } from '#resources/limits.ts';
import classes from './error-toast.module.css';

/** Failures shown together; several calls of a page often fail for the same reason. */
interface ToastState {
  failures: readonly Failure[];
  /** Number of failures so far; a new one restarts the six seconds. */
  failureCount: number;
}

const MAX_FAILURES = 4;

function addFailure({ failures, failureCount }: ToastState, failure: Failure): ToastState {
  const others = failures.filter(({ message }) => message !== failure.message);
  return { failures: [...others, failure].slice(-MAX_FAILURES), failureCount: failureCount + 1 };
}

/**
 * The global alert (ERR-01…14): top right, hidden after six seconds unless hovered or focused, closed with its button but not by
 * clicks elsewhere. The request id is for support.
 */
export function ErrorToast() {
  const translate = useTranslate();
  const [state, setState] = useState<ToastState>({ failures: [], failureCount: 0 });
  useEffect(() => onFailure((failure) => setState((previous) => addFailure(previous, failure))), []);
  const close = () => setState(({ failureCount }) => ({ failures: [], failureCount }));
  if (state.failures.length === 0) return null;
  return (
    // In a portal, otherwise an open dialog would hide it from screen readers.
    <Portal>
      <Snackbar
        key={state.failureCount}
        open
        autoHideDuration={MS.toast}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        transitionDuration={0}
        onClose={(_event, reason) => {
          if (reason !== 'clickaway') close();
        }}
        sx={{
          left: 'auto',
          right: { xs: 12, md: 24 },
          top: { xs: 'var(--toast-top, 12px)', md: 'var(--toast-top, 20px)' },
        }}
      >
        <div className={classes.toast} role="alert">
          <span className={classes.sign}>
            <ErrorOutlined aria-hidden fontSize="small" />
          </span>
          <div className={classes.text}>
            {state.failures.map(({ message, requestId }) => (
              <p key={message}>
                {typeset(message)}
                {requestId ? <small>{translate('shell.alert.request', { id: requestId })}</small> : null}
              </p>
            ))}
          </div>
          <IconButton label={translate('shell.alert.close')} onClick={close}>
            <Close />
          </IconButton>
        </div>
      </Snackbar>
    </Portal>
  );
}
