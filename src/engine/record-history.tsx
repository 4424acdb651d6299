import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { request, unwrap } from '#console/data/http.ts';
import { recordPath } from '#console/data/wire.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { Moment } from '#console/ui/moment.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import type { RecordHistory as Answer, RecordDeed } from '#resources/protocol/records.ts';
import { FieldCell, useFieldLabel } from './field-part.tsx';
import classes from './record-history.module.css';

/** Who changed what of a record that is stored generically, and when; the newest first. */
export default function RecordHistory({ resource, id }: { resource: Resource; id: string }) {
  const translate = useTranslate();
  const { data, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: [resource.name, 'history', id],
    queryFn: async ({ pageParam, signal }) => {
      const tail = pageParam === null ? '' : `?before=${pageParam}`;
      return unwrap(await request(`${recordPath(resource, id)}/history/${tail}`, { signal })) as Answer;
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
    retry: false,
  });
  const deeds = data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{translate('engine.history.title')}</h3>
      {data && deeds.length === 0 ? <p className={classes.note}>{translate('engine.history.none')}</p> : null}
      <ul className={classes.deeds}>
        {deeds.map((deed) => (
          <Deed key={deed.id} resource={resource} deed={deed} />
        ))}
      </ul>
      {hasNextPage ? (
        <ActionButton size="sm" variant="ghost" busy={isFetching} onClick={() => void fetchNextPage()}>
          {translate('engine.history.more')}
        </ActionButton>
      ) : null}
    </section>
  );
}

function Deed({ resource, deed }: { resource: Resource; deed: RecordDeed }) {
  const translate = useTranslate();
  return (
    <li>
      <p>
        <b>{deed.by?.name ?? translate('engine.history.nobody')}</b>{' '}
        {translate(`engine.history.deeds.${deed.action}`, { _: translate('engine.history.deeds.other') })}
      </p>
      {deed.changes.map((change) => (
        <Change key={change.field} resource={resource} change={change} />
      ))}
      <small className={classes.when}>
        <Moment at={deed.at} />
      </small>
    </li>
  );
}

/** One value, drawn before and after as lists draw it. */
function Change({ resource, change }: { resource: Resource; change: RecordDeed['changes'][number] }) {
  const translate = useTranslate();
  const label = useFieldLabel();
  const found = Object.entries(resource.fields).find(([name, field]) => wireName(name, field) === change.field);
  if (!found) return null;
  const [name, field] = found;
  const shownAs = (value: unknown) => (
    <FieldCell resource={resource} name={name} field={field} record={{ id: 0, [change.field]: value }} />
  );
  if (field.kind === 'files') return <p>{translate('engine.history.files', { field: label(resource, name) })}</p>;
  return (
    <div className={classes.change}>
      <span>{label(resource, name)}:</span> {shownAs(change.before)} <span>→</span> {shownAs(change.after)}
    </div>
  );
}
