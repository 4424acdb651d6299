import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/action-button.tsx';
import { announce } from '#console/ui/announce.ts';
import classes from './draft-keeper.module.css';
import { useDraft } from './use-draft.ts';

const TIME = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });

/**
 * Put inside a form, above its fields: keeps what is typed, and offers back what was typed here before and never
 * sent.
 * @param saved the form was sent and taken
 */
export function DraftKeeper({ saved }: { saved: boolean }) {
  const translate = useTranslate();
  const { offer, restore, discard } = useDraft(saved);
  if (!offer) return null;
  const at = new Date(offer.at);
  const time = TIME.format(at);
  const isToday = at.toDateString() === new Date().toDateString();
  const when = isToday ? translate('drafts.today', { time }) : translate('drafts.day', { day: DAY.format(at), time });
  const answer = (act: () => void, said: string) => () => {
    act();
    announce(translate(said));
  };
  return (
    <section className={classes.offer} aria-label={translate('drafts.label')}>
      <EditNoteOutlined aria-hidden />
      <p role="status">{translate('drafts.found', { when })}</p>
      <div className={classes.buttons}>
        <ActionButton size="sm" onClick={answer(restore, 'drafts.restored')}>
          {translate('drafts.restore')}
        </ActionButton>
        <ActionButton size="sm" variant="ghost" onClick={answer(discard, 'drafts.removed')}>
          {translate('drafts.remove')}
        </ActionButton>
      </div>
    </section>
  );
}
