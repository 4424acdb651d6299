import { useTranslate } from 'react-admin';
import type { CellProps } from '#console/fields/field-props.ts';
import type { AudienceTarget } from '#resources/sections/kinds/news.ts';
import classes from './cell.module.css';
import { useAudienceReach } from './reach.ts';
import { useReachText } from './reach-line.tsx';
import { useRecipients } from './recipients.ts';

/** The audience of a record as text and, if the record has its target, the number of recipients (NEWS-56, NEWS-62). */
export default function AudienceCell({ value, field, record }: CellProps<'news:audience'>) {
  const translate = useTranslate();
  const reachText = useReachText();
  const target = (value ?? null) as AudienceTarget | null;
  const recipients = useRecipients((record as { recipients?: unknown }).recipients, target);
  // «All objects» was resolved when the record was created; a request now would count the reader's buildings instead.
  const { answer } = useAudienceReach(field.reach, target?.for_all_objects ? null : target);
  return (
    <span className={classes.audience}>
      <b>{recipients ?? translate('audience.computing')}</b>
      {answer ? <small>{reachText(answer)}</small> : null}
    </span>
  );
}
