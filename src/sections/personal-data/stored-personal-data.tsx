import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { useOnline } from '#console/data/http/online.ts';
import { useAction } from '#console/data/use-action.ts';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import {
  archivePath,
  erasePath,
  PERSONAL_DATA_PATH,
  type PersonalData,
} from '#resources/protocol/personal-data/personal-data.ts';
import { decodeArchivePath, decodePersonalData } from '#resources/protocol/personal-data/personal-data-answers.ts';
import classes from './personal-data.module.css';
import { useDescribePerson } from './use-describe-person.ts';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/** Query key of the data of a person. */
export const personalDataKey = (id: number) => ['personal-data', 'kept', id];

/** Stored data of a person, with buttons to download them and, once the person is deleted, to erase them. */
export function StoredPersonalData({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: personalDataKey(id),
    queryFn: ({ signal }) => ask(`${PERSONAL_DATA_PATH}${id}/`, decodePersonalData, { signal }),
    staleTime: 0,
    retry: false,
  });
  const online = useOnline();
  // Offline the old data are shown and marked as such.
  if (data && (!error || !online)) return <PersonDataCard {...data} />;
  return (
    <LoadingOrFailed error={error} onRetry={() => void refetch()}>
      <Delayed>
        <Skeleton height={320} radius={10} />
      </Delayed>
    </LoadingOrFailed>
  );
}

function PersonDataCard({ person, kept: topics }: PersonalData) {
  const translate = useTranslate();
  const notify = useNotify();
  const describePerson = useDescribePerson();
  const [busy, run] = useAction();
  const topicName = (topic: string): string => {
    const key = `personalData.topics.${topic.replace('.', '_')}`;
    return translate(key, { _: topic });
  };

  async function save(signal: AbortSignal) {
    const address = await ask(archivePath(person.id), decodeArchivePath, { method: 'POST', signal });
    // Downloaded through a link, because the archive may be too large for the memory of a page.
    const link = document.createElement('a');
    link.href = address;
    link.download = translate('personalData.fileName', { name: person.name });
    link.click();
    notify('personalData.downloaded', { messageArgs: { name: person.name } });
  }

  return (
    <section className={classes.card} aria-labelledby="personal-data-name">
      <h2 id="personal-data-name">{person.name}</h2>
      <p className={classes.standing}>{describePerson(person)}</p>
      <h3>{translate('personalData.kept')}</h3>
      <dl>
        {topics.map(({ topic, count }) => (
          <div key={topic}>
            <dt>{topicName(topic)}</dt>
            <dd>{translate('personalData.rows', { smart_count: count })}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.actions}>
        <ActionButton size="sm" icon={<FileDownloadOutlined aria-hidden />} busy={busy} onClick={() => run(save)}>
          {translate(busy ? 'personalData.downloading' : 'personalData.download')}
        </ActionButton>
        {person.erasedAt ? null : <EraseButton person={person} />}
      </div>
    </section>
  );
}

function EraseButton({ person: { id, name, isDeleted } }: Pick<PersonalData, 'person'>) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [busy, run] = useAction();
  const erase = async () => {
    setIsAsking(false);
    run(async (signal) => {
      await ask(erasePath(id), () => null, { method: 'POST', signal });
      notify('personalData.done');
      await queryClient.invalidateQueries({ queryKey: ['personal-data'] });
    });
  };
  return (
    <>
      <ActionButton
        size="sm"
        variant="danger"
        busy={busy}
        refusal={isDeleted ? null : { title: translate('personalData.deleteFirst') }}
        onClick={() => setIsAsking(true)}
      >
        {translate('personalData.erase')}
      </ActionButton>
      {isAsking ? (
        <Suspense>
          <ConfirmDialog
            question={translate('personalData.confirm', { name })}
            yes={translate('personalData.erase')}
            onYes={erase}
            onNo={() => setIsAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
