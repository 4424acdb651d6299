import CheckCircle from '@mui/icons-material/CheckCircleOutline';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { Status } from '#resources/protocol/status/status.ts';
import { findConcerns } from './concerns.ts';
import classes from './status.module.css';
import { diskSizeText, useStatusFormat } from './use-status-format.ts';

/** A name and its value. */
type Fact = readonly [name: string, value: ReactNode];

/** Status of the server: problems first, then all values in groups. @param at time of the response, ms since 1970 */
export function Facts({
  status,
  at,
  isFetching,
  onRefresh,
}: {
  status: Status;
  at: number;
  isFetching: boolean;
  onRefresh: () => void;
}) {
  const translate = useTranslate();
  const words = useStatusFormat();
  const concerns = findConcerns(status, at);
  return (
    <div className={classes.page}>
      <div className={classes.head} role="status">
        <h2 className={classes.title} data-fine={concerns.length === 0}>
          {concerns.length === 0 ? <CheckCircle aria-hidden /> : <ErrorOutline aria-hidden />}
          {translate(concerns.length === 0 ? 'status.fine' : 'status.attention')}
        </h2>
        {concerns.length > 0 ? (
          <ul className={classes.concerns}>
            {concerns.map((concern) => (
              <li key={concern.name}>{words.concern(concern)}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <p className={classes.checked}>
        {translate('status.checkedAt', { time: words.time(at) })}
        <ActionButton busy={isFetching} onClick={onRefresh}>
          {translate('status.refresh')}
        </ActionButton>
      </p>
      <div className={classes.groups}>
        <Groups status={status} />
      </div>
    </div>
  );
}

function Groups({ status }: { status: Status }) {
  const translate = useTranslate();
  const words = useStatusFormat();
  const { checks, backups, database, files, disk, people, jobs, security, process } = status;
  const fact = (name: string, value: ReactNode): Fact => [translate(`status.facts.${name}`), value];
  const checkFacts = Object.entries(checks).map(
    ([name, result]): Fact => [
      translate(`status.checks.${name}`),
      <span key={name} className={classes.result} data-result={result}>
        {translate(`status.results.${result}`)}
      </span>,
    ],
  );
  return (
    <>
      <Group name="checks" facts={checkFacts} />
      <Group
        name="backups"
        facts={[
          fact('newest', words.newest(backups)),
          fact('copies', words.number(backups.count)),
          fact('every', words.every(backups.every)),
          fact('encrypted', translate(backups.encrypted ? 'status.yes' : 'status.none')),
        ]}
      />
      <Group
        name="storage"
        facts={[
          fact('database', translate(`status.kinds.${database.kind}`)),
          fact('databaseSize', diskSizeText(database.size)),
          ...(database.replica ? [fact('replica', words.replica(database.replica))] : []),
          fact('files', words.files(files)),
          ...(disk ? [fact('free', diskSizeText(disk.free))] : []),
        ]}
      />
      <Group
        name="people"
        facts={[
          fact('signedIn', translate('status.people', { smart_count: people.signed_in })),
          fact('failedSignIns', words.number(security.failed_sign_ins)),
          fact('refusals', words.number(security.refusals)),
          fact('invitations', words.invitations(people)),
        ]}
      />
      <Group
        name="process"
        facts={[
          fact('version', status.version),
          fact('schema', status.schema ?? translate('status.none')),
          fact('startedAt', words.when(process.started_at)),
          fact('memory', diskSizeText(process.memory)),
          fact('sockets', words.number(process.sockets)),
          fact('jobs', words.jobs(jobs)),
          fact('errors', words.number(process.errors)),
        ]}
      />
    </>
  );
}

function Group({ name, facts }: { name: string; facts: readonly Fact[] }) {
  const translate = useTranslate();
  const title = translate(`status.groups.${name}`);
  return (
    <section className={classes.group} aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
