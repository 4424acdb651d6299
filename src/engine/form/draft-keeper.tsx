import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined';
import { useTranslate } from 'react-admin';
import { useWireRecord } from '#console/fields/wire-record.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { announce } from '#console/ui/announce.ts';
import classes from './draft-keeper.module.css';
import { useDraft } from './use-draft.ts';

const TIME = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' });

interface Props {
  /** The form was sent and taken. */
  saved: boolean;
  /** How a field is called, or the part of it that two have changed. */
  nameOf?: (field: string, part: string | null) => string;
}

/**
 * Put inside a form, above its fields: keeps what is typed, and offers back what was typed here before and never sent. What
 * somebody else has changed since stays as it is, and is named.
 */
export function DraftKeeper({ saved, nameOf = (field) => field }: Props) {
  const translate = useTranslate();
  const isRecord = useWireRecord() !== null;
  const { offer, restore, discard, clashes, forget } = useDraft(saved, isRecord);
  if (clashes.length > 0) {
    const fields = clashes.map(({ field, part }) => nameOf(field, part)).join(', ');
    return (
      <section className={classes.offer} aria-label={translate('drafts.label')}>
        <EditNoteOutlined aria-hidden />
        <p role="status">{translate('drafts.clashed', { fields })}</p>
        <div className={classes.buttons}>
          <ActionButton size="sm" onClick={forget}>
            {translate('drafts.seen')}
          </ActionButton>
        </div>
      </section>
    );
  }
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
