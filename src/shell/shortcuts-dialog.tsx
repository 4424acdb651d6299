import '#i18n/shell-dialogs-texts.ts';
import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './shortcuts-dialog.module.css';

/** Shortcuts by area, as keys of `shell.shortcuts`. */
const SHORTCUTS = {
  everywhere: ['find', 'help', 'escape'],
  board: ['open', 'lift', 'move', 'undo'],
  chat: ['answers', 'send', 'line'],
  round: ['next', 'paste', 'undo'],
  import: ['mend', 'error'],
} as const;

/** All keyboard shortcuts by area. A separate chunk, since most people never open it. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <div className={classes.dialog}>
        <h2 id={id} className={classes.title}>
          {translate('shell.shortcuts.title')}
        </h2>
        {Object.entries(SHORTCUTS).map(([place, keys]) => (
          <section key={place}>
            <h3 className={classes.place}>{translate(`shell.shortcuts.${place}.title`)}</h3>
            <dl className={classes.keys}>
              {keys.map((key) => (
                <div key={key}>
                  <dt>
                    <kbd>{translate(`shell.shortcuts.${place}.${key}.keys`)}</kbd>
                  </dt>
                  <dd>{translate(`shell.shortcuts.${place}.${key}.does`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div className={classes.buttons}>
          <ActionButton onClick={onClose}>{translate('ui.close')}</ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
