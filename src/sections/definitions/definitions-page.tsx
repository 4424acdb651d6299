import { DEFINITIONS_PATH } from '#resources/protocol/paths/definitions.ts';
import '#i18n/definition-files-texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { onFrame } from '#console/data/live/live-frames.ts';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import {
  type DefinitionFilesState,
  decodeDefinitionCheck,
  decodeDefinitionFiles,
  isApplied,
} from '#resources/protocol/definitions/definition-file-answers.ts';
import type { DefinitionCheck, Misfit, PendingDefinition } from '#resources/protocol/definitions/definitions.ts';
import { BrokenFiles, FileSentences } from './broken-files.tsx';
import classes from './definitions-page.module.css';

const FILES_STATE_KEY = ['definitions', 'files'];

const FilesList = lazy(() => import('./builder/file/files-list.tsx'));

/** Page with the files of added sections, their problems, and changed definitions that are pending because records do not fit. */
export function DefinitionsPage() {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const hasBuilder = useOwnServerFeature('definition-files');
  const { data, error, refetch } = useQuery({
    queryKey: FILES_STATE_KEY,
    queryFn: ({ signal }) => ask(DEFINITIONS_PATH, decodeDefinitionFiles, { signal }),
    retry: false,
  });
  useEffect(
    () => onFrame('definitions-changed', () => void queryClient.invalidateQueries({ queryKey: FILES_STATE_KEY })),
    [queryClient],
  );
  return (
    <Page title={translate('definitionFiles.title')} selector="none">
      <LastSeenNote queryKey={FILES_STATE_KEY} />
      <div className={classes.page}>
        {hasBuilder ? (
          <Suspense>
            <FilesList />
          </Suspense>
        ) : null}
        {data ? (
          <Files {...data} isBelow={hasBuilder} onApplied={() => void refetch()} />
        ) : (
          <LoadingOrFailed error={error} onRetry={() => void refetch()}>
            {null}
          </LoadingOrFailed>
        )}
        <CheckFile />
      </div>
    </Page>
  );
}

function Files({
  problems,
  pending,
  notes,
  isBelow,
  onApplied,
}: DefinitionFilesState & {
  /** Whether it is shown below the list of files. */
  isBelow: boolean;
  onApplied: () => void;
}) {
  const translate = useTranslate();
  if (!problems.length && !pending.length && !notes.length) {
    const title = translate('definitionFiles.fine');
    return isBelow ? <p className={classes.note}>{title}</p> : <EmptyState title={title} />;
  }
  return (
    <>
      {problems.length ? (
        <section className={classes.part}>
          <h2>{translate('definitionFiles.broken')}</h2>
          <p className={classes.note}>{translate('definitionFiles.brokenLine')}</p>
          <BrokenFiles files={problems} />
        </section>
      ) : null}
      {pending.length ? (
        <section className={classes.part}>
          <h2>{translate('definitionFiles.pending')}</h2>
          <p className={classes.note}>{translate('definitionFiles.pendingLine')}</p>
          {pending.map((definition) => (
            <PendingItem key={definition.name} one={definition} onApplied={onApplied} />
          ))}
        </section>
      ) : null}
      {notes.length ? (
        <section className={classes.part}>
          <h2>{translate('definitionFiles.notes')}</h2>
          <p className={classes.note}>{translate('definitionFiles.notesLine')}</p>
          {notes.map((one) => (
            <FileSentences key={one.file} file={one.file} sentences={one.notes} />
          ))}
        </section>
      ) : null}
    </>
  );
}

function Misfits({ misfits }: { misfits: readonly Misfit[] }) {
  const translate = useTranslate();
  return (
    <ul>
      {misfits.map(({ ids, ...misfit }) => (
        <li key={`${misfit.field} ${misfit.message}`}>
          {translate('definitionFiles.misfit', { ...misfit, ids: ids.join(', ') })}
        </li>
      ))}
    </ul>
  );
}

function PendingItem({ one, onApplied }: { one: PendingDefinition; onApplied: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function apply() {
    setBusy(true);
    try {
      const body = { name: one.name, version: one.version };
      const applied = await ask(`${DEFINITIONS_PATH}apply/`, isApplied, { method: 'POST', body });
      notify(applied ? 'definitionFiles.applied' : 'definitionFiles.stale');
      onApplied();
    } catch {
      // The failed call is already shown in an alert.
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={classes.file}>
      <b>{one.title}</b> ({one.file})
      <Misfits misfits={one.misfits} />
      <ActionButton size="sm" busy={busy} onClick={() => void apply()}>
        {translate('definitionFiles.apply')}
      </ActionButton>
    </div>
  );
}

/** Checks a local file without saving it: its problems, and the records that would not fit. */
function CheckFile() {
  const translate = useTranslate();
  const [checkResult, setCheckResult] = useState<(DefinitionCheck & { file: string }) | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  async function check(file: File) {
    try {
      const body = { source: new TextDecoder().decode(await file.arrayBuffer()) };
      const answer = await ask(`${DEFINITIONS_PATH}check/`, decodeDefinitionCheck, { method: 'POST', body });
      setCheckResult({ ...answer, file: file.name });
    } catch {
      // The failed call is already shown in an alert.
      setCheckResult(null);
    }
  }
  const isValid = checkResult && !checkResult.problems.length && !checkResult.misfits.length;
  return (
    <section className={classes.part}>
      <h2>{translate('definitionFiles.check')}</h2>
      <p className={classes.note}>{translate('definitionFiles.checkLine')}</p>
      <ActionButton size="sm" onClick={() => fileInput.current?.click()}>
        {translate('definitionFiles.choose')}
      </ActionButton>
      <input
        ref={fileInput}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={translate('definitionFiles.choose')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void check(file);
        }}
      />
      {checkResult ? (
        <div className={classes.file} role="status">
          <b>{checkResult.file}</b>
          {isValid ? <p>{translate('definitionFiles.sound')}</p> : null}
          {checkResult.problems.length ? (
            <ul>
              {checkResult.problems.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          ) : null}
          {checkResult.misfits.length ? <Misfits misfits={checkResult.misfits} /> : null}
        </div>
      ) : null}
    </section>
  );
}
