import '#i18n/definition-builder-texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { onFrame } from '#console/data/live/live-frames.ts';
import { Unloaded } from '#console/engine/list/states.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { useWhen } from '#console/ui/states/when.ts';
import type { StoredFile } from '#resources/protocol/definitions/stored-file-answers.ts';
import { builderPath } from '../../paths.ts';
import { FILES_KEY, loadFiles } from './file-calls.ts';
import classes from './files-list.module.css';

const NewSection = lazy(() => import('./new-section.tsx'));

/** The files of the added sections, each leading to its builder, and the way to a new one. */
export default function FilesList() {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [isNew, setIsNew] = useState(false);
  const {
    data: filesAnswer,
    error,
    refetch,
  } = useQuery({
    queryKey: FILES_KEY,
    queryFn: ({ signal }) => loadFiles(signal),
  });
  useEffect(
    () => onFrame('definitions-changed', () => void queries.invalidateQueries({ queryKey: FILES_KEY })),
    [queries],
  );
  return (
    <section className={classes.files}>
      <div className={classes.head}>
        <h2>{translate('sectionBuilder.files.title')}</h2>
        <ActionButton variant="primary" onClick={() => setIsNew(true)}>
          {translate('sectionBuilder.files.create')}
        </ActionButton>
      </div>
      <p className={classes.note}>{translate('sectionBuilder.files.line')}</p>
      {filesAnswer ? (
        <>
          <Table files={filesAnswer.files} />
          <Removed files={filesAnswer.removed} />
        </>
      ) : (
        <Unloaded error={error} onRetry={() => void refetch()}>
          {null}
        </Unloaded>
      )}
      {isNew ? (
        <Suspense>
          <NewSection
            files={[...(filesAnswer?.files ?? []), ...(filesAnswer?.removed ?? [])]}
            onClose={() => setIsNew(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

function Table({ files }: { files: readonly StoredFile[] }) {
  const translate = useTranslate();
  const when = useWhen();
  if (!files.length)
    return (
      <EmptyState title={translate('sectionBuilder.files.none')} line={translate('sectionBuilder.files.noneLine')} />
    );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {(['section', 'file', 'version', 'changed'] as const).map((column) => (
            <th key={column} scope="col">
              {translate(`sectionBuilder.files.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {files.map(({ file, title, version, changedAt, changedBy, broken }) => {
          const author = changedBy ?? translate('sectionBuilder.files.unknownPerson');
          return (
            <tr key={file}>
              <td>
                <Link to={builderPath(file)}>{title ?? translate('sectionBuilder.files.noTitle')}</Link>
                {broken ? <span className={classes.broken}>{translate('sectionBuilder.files.broken')}</span> : null}
              </td>
              <td>{file}</td>
              <td>{version}</td>
              <td>{translate('sectionBuilder.files.changedBy', { when: when(changedAt), who: author })}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Sections that were taken away: their builder puts them back. */
function Removed({ files }: { files: readonly StoredFile[] }) {
  const translate = useTranslate();
  const when = useWhen();
  if (!files.length) return null;
  return (
    <details className={classes.removed}>
      <summary>{translate('sectionBuilder.files.removed', { count: files.length })}</summary>
      <p className={classes.note}>{translate('sectionBuilder.files.removedLine')}</p>
      <ul>
        {files.map(({ file, title, changedAt, changedBy }) => (
          <li key={file}>
            <Link to={builderPath(file)}>{title ?? file}</Link>{' '}
            {translate('sectionBuilder.files.changedBy', {
              when: when(changedAt),
              who: changedBy ?? translate('sectionBuilder.files.unknownPerson'),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}
