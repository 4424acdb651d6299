import '#i18n/shell-dialogs-texts.ts';
import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './shortcuts-dialog.module.css';

/** The keys of each place, as `shell.shortcuts` names them. */
const PLACES = {
  everywhere: ['find', 'help', 'escape'],
  board: ['open', 'lift', 'move', 'undo'],
  chat: ['answers', 'send', 'line'],
  round: ['next', 'paste', 'undo'],
  import: ['mend', 'error'],
} as const;

/** Every key that does something, by place. Its own chunk: most never see it. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <div className={classes.dialog}>
        <h2 id={id} className={classes.title}>
          {translate('shell.shortcuts.title')}
        </h2>
        {Object.entries(PLACES).map(([place, keys]) => (
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
