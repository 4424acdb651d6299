import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import frame from '../dialog.module.css';

/** A dialog of the chat: title, content and one close button. */
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
    <PanelDialog onClose={onClose} aria-labelledby={id} width={480}>
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
    </PanelDialog>
  );
}
