import '#i18n/draft-texts.ts';
import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined';
import { useTranslate } from 'react-admin';
import { ActionButton } from '../buttons/action-button.tsx';
import { announce } from './announce.ts';
import classes from './states.module.css';
import { useWhen } from './use-when.ts';

/**
 * Offers to restore unsent input.
 * @param at time of the input, ms since 1970
 */
export function DraftOffer({ at, onRestore, onDiscard }: { at: number; onRestore: () => void; onDiscard: () => void }) {
  const translate = useTranslate();
  const when = useWhen()(at);
  const withAnnouncement = (act: () => void, messageKey: string) => () => {
    act();
    announce(translate(messageKey));
  };
  return (
    <section className={classes.offer} aria-label={translate('drafts.label')}>
      <EditNoteOutlined aria-hidden />
      <p role="status">{translate('drafts.found', { when })}</p>
      <div className={classes.buttons}>
        <ActionButton size="sm" onClick={withAnnouncement(onRestore, 'drafts.restored')}>
          {translate('drafts.restore')}
        </ActionButton>
        <ActionButton size="sm" variant="ghost" onClick={withAnnouncement(onDiscard, 'drafts.removed')}>
          {translate('drafts.remove')}
        </ActionButton>
      </div>
    </section>
  );
}

/** Message about a restored draft. */
export function DraftNote({ text, onSeen }: { text: string; onSeen: () => void }) {
  const translate = useTranslate();
  return (
    <section className={classes.offer} aria-label={translate('drafts.label')}>
      <EditNoteOutlined aria-hidden />
      <p role="status">{text}</p>
      <div className={classes.buttons}>
        <ActionButton size="sm" onClick={onSeen}>
          {translate('drafts.seen')}
        </ActionButton>
      </div>
    </section>
  );
}
