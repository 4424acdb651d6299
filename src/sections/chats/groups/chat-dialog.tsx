import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/icon-button.tsx';
import frame from '../dialog.module.css';

/** A window of the chat: a title, what is in it, and one way out. */
export function ChatDialog({
  title,
  onClose,
  onBack,
  children,
}: {
  title: string;
  onClose: () => void;
  /** To the page of the window it was reached from. */
  onBack?: (() => void) | undefined;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { width: 480, maxWidth: 'calc(100vw - 24px)', margin: '12px' } } }}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      <div className={frame.dialog}>
        <div className={frame.head}>
          {onBack ? (
            <IconButton label={translate('chats.groups.back')} onClick={onBack}>
              <ArrowBack />
            </IconButton>
          ) : null}
          <h2 id={id} className={frame.title}>
            {title}
          </h2>
          <IconButton label={translate('ui.close')} onClick={onClose}>
            <Close />
          </IconButton>
        </div>
        {children}
      </div>
    </Dialog>
  );
}
