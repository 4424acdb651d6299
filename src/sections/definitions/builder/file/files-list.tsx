import '#i18n/definition-builder-texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { type DraftedForm, listDraftedForms, removeFormDrafts } from '#console/data/drafts/drafted-forms.ts';
import { useOwnDraftKey } from '#console/data/drafts/own-draft-key.ts';
import { onFrame } from '#console/data/live/live-frames.ts';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { useWhen } from '#console/ui/states/use-when.ts';
import { capitalise } from '#resources/language/words.ts';
import type { StoredFile } from '#resources/protocol/definitions/stored-file-answers.ts';
import { builderPath, DEFINITIONS_PAGE } from '../../paths.ts';
import { isObject, parseDefinition } from '../state/definition-text.ts';
import { FILES_KEY, loadFiles } from './file-calls.ts';
import classes from './files-list.module.css';
import { type DraftedFile, DraftedFiles, RemovedFiles } from './unfinished-files.tsx';

const NewSection = lazy(() => import('./new-section.tsx'));

/** Table of the files of added sections with links to their builders, drafts, removed files, and a button for a new section. */
export default function FilesList() {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const [isCreating, setIsCreating] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: FILES_KEY,
    queryFn: ({ signal }) => loadFiles(signal),
  });
  useEffect(
    () => onFrame('definitions-changed', () => void queryClient.invalidateQueries({ queryKey: FILES_KEY })),
    [queryClient],
  );
  const draftsKey = useOwnDraftKey(DEFINITIONS_PAGE);
  const [, setRemovedCount] = useState(0);
  const drafts = draftsKey === null ? [] : listDraftedForms(draftsKey);
  const filePaths = new Set(data?.files.map(({ file }) => builderPath(file)));
  const unappliedDrafts = drafts.filter(({ name }) => !filePaths.has(builderPath(name)));
  const removeDrafts = (name: string) => {
    if (draftsKey !== null) removeFormDrafts(draftsKey, name);
    setRemovedCount((count) => count + 1);
  };
  return (
    <section className={classes.files}>
      <div className={classes.head}>
        <h2>{translate('sectionBuilder.files.title')}</h2>
        <ActionButton variant="primary" onClick={() => setIsCreating(true)}>
          {translate('sectionBuilder.files.create')}
        </ActionButton>
      </div>
      <p className={classes.note}>{translate('sectionBuilder.files.line')}</p>
      {data ? (
        <>
          <FilesTable files={data.files} draftNames={new Set(drafts.map(({ name }) => name))} />
          {unappliedDrafts.length ? (
            <DraftedFiles drafts={unappliedDrafts.map(toDraftedFile)} onRemove={removeDrafts} />
          ) : null}
          {data.removed.length ? <RemovedFiles files={data.removed} /> : null}
        </>
      ) : (
        <LoadingOrFailed error={error} onRetry={() => void refetch()}>
          {null}
        </LoadingOrFailed>
      )}
      {isCreating ? (
        <Suspense>
          <NewSection files={[...(data?.files ?? []), ...(data?.removed ?? [])]} onClose={() => setIsCreating(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** A draft for display; the title is null if the text has none. */
function toDraftedFile({ name, at, values }: DraftedForm): DraftedFile {
  const words = parseDefinition(String(values.text))?.words;
  const title = isObject(words) ? (words.title ?? words.plural) : null;
  return { name, at, title: typeof title === 'string' && title !== '' ? capitalise(title) : null };
}

function FilesTable({ files, draftNames }: { files: readonly StoredFile[]; draftNames: ReadonlySet<string> }) {
  const translate = useTranslate();
  const when = useWhen();
  if (!files.length)
    return (
      <EmptyState
        title={translate('sectionBuilder.files.none')}
        description={translate('sectionBuilder.files.noneLine')}
      />
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
                {draftNames.has(file.replace(/\.json$/, '')) ? (
                  <span className={classes.drafted}>{translate('sectionBuilder.files.drafted')}</span>
                ) : null}
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
