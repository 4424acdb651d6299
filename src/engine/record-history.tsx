import '#i18n/record-history-texts.ts';
import { useTranslate } from 'react-admin';
import { recordPath } from '#console/data/providers/wire.ts';
import { Moment } from '#console/ui/display/moment.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import type { RecordHistoryEntry } from '#resources/protocol/definitions/records.ts';
import { decodeRecordHistory } from '#resources/protocol/journal/journal-answers.ts';
import { ChangePart, FieldCell, useFieldLabel } from './field-part.tsx';
import { HistoryList } from './history-list.tsx';
import classes from './record-history.module.css';

const TEXT_KEYS = { title: 'engine.history.title', none: 'engine.history.none', more: 'engine.history.more' };

/** Change history of a generically stored record with authors and times, newest first. */
export default function RecordHistory({ resource, id }: { resource: Resource; id: string }) {
  return (
    <HistoryList
      queryKey={[resource.name, 'history', id]}
      url={`${recordPath(resource, id)}/history/`}
      read={decodeRecordHistory}
      textKeys={TEXT_KEYS}
      classes={classes}
    >
      {(entry) => <RecordHistoryItem resource={resource} entry={entry} />}
    </HistoryList>
  );
}

function RecordHistoryItem({ resource, entry }: { resource: Resource; entry: RecordHistoryEntry }) {
  const translate = useTranslate();
  return (
    <>
      <p>
        <b>{entry.by?.name ?? translate('engine.history.nobody')}</b>{' '}
        {translate(`engine.history.deeds.${entry.action}`, { _: translate('engine.history.deeds.other') })}
      </p>
      {entry.changes.map((change) => (
        <Change key={change.field} resource={resource} change={change} />
      ))}
      <small className={classes.when}>
        <Moment at={entry.at} />
      </small>
    </>
  );
}

/** One changed value, before and after, rendered as in lists. */
function Change({ resource, change }: { resource: Resource; change: RecordHistoryEntry['changes'][number] }) {
  const translate = useTranslate();
  const label = useFieldLabel();
  const fieldEntry = Object.entries(resource.fields).find(([name, field]) => wireName(name, field) === change.field);
  if (!fieldEntry) return null;
  const [name, field] = fieldEntry;
  const renderValue = (value: unknown) => (
    <FieldCell resource={resource} name={name} field={field} record={{ id: 0, [change.field]: value }} />
  );
  if (getPointerTo(field, 'files')) return <p>{translate('engine.history.files', { field: label(resource, name) })}</p>;
  return (
    <div className={classes.change}>
      <span>{label(resource, name)}:</span>{' '}
      <ChangePart
        {...{ resource, name, field }}
        before={change.before}
        after={change.after}
        fallback={
          <>
            {renderValue(change.before)} <span>→</span> {renderValue(change.after)}
          </>
        }
      />
    </div>
  );
}
