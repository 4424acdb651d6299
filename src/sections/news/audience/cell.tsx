import { useTranslate } from 'react-admin';
import type { CellProps } from '#console/fields/field-props.ts';
import type { AudienceTarget } from '#resources/sections/kinds/news.ts';
import classes from './cell.module.css';
import { useReach } from './reach.ts';
import { useReachText } from './reach-line.tsx';
import { useRecipients } from './recipients.ts';

/** Whom a record is for, in words, and how many that is where the record names its target (NEWS-56, NEWS-62). */
export default function AudienceCell({ value, field, record }: CellProps<'news:audience'>) {
  const translate = useTranslate();
  const said = useReachText();
  const target = (value ?? null) as AudienceTarget | null;
  const recipients = useRecipients((record as { recipients?: unknown }).recipients, target);
  // Who «all objects» were was settled when it was made; to ask now would count those of whoever reads it.
  const { answer } = useReach(field.reach, target?.for_all_objects ? null : target);
  return (
    <span className={classes.audience}>
      <b>{recipients ?? translate('audience.computing')}</b>
      {answer ? <small>{said(answer)}</small> : null}
    </span>
  );
}
