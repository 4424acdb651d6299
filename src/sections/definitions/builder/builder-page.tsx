import '#i18n/definition-builder-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useLocation, useParams } from 'react-router';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { Page } from '#console/shell/page.tsx';
import { RecordNotFound } from '#console/shell/record-not-found.tsx';
import { DEFINITIONS_PAGE } from '../paths.ts';
import { fileKey, loadFile, loadLastVersion, versionsKey } from './file/file-calls.ts';
import { SectionBuilder } from './section-builder.tsx';
import { useStoredDraftText } from './state/use-builder-draft.ts';

/** Initial text of a new section, passed in the navigation state by the page that created it; null if there is none. */
function readInitialText(state: unknown): string | null {
  const text = typeof state === 'object' && state !== null && 'text' in state ? state.text : null;
  return typeof text === 'string' ? text : null;
}

/** `/definitions/<name>`: the builder of one section, with the file of that name. */
export function BuilderPage() {
  const translate = useTranslate();
  const { name = '' } = useParams();
  const { state } = useLocation();
  const passedText = readInitialText(state);
  // A new section that was never applied exists only as a local draft.
  const draftedText = useStoredDraftText(`${DEFINITIONS_PAGE}/${name}`);
  const hasBuilder = useOwnServerFeature('definition-files');
  const {
    data: file,
    error,
    refetch,
  } = useQuery({
    queryKey: fileKey(name),
    queryFn: ({ signal }) => loadFile(name, signal),
    enabled: hasBuilder,
    // Not refetched while it is being edited; the server detects a conflict with another person's change on saving.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // The versions of a removed file are still stored.
  const isMissing = file === null && passedText === null;
  const { data: lastVersion, error: versionError } = useQuery({
    queryKey: [...versionsKey(name), 'last'],
    queryFn: ({ signal }) => loadLastVersion(name, signal),
    enabled: hasBuilder && isMissing,
    gcTime: 0,
  });
  const initialText = passedText ?? (lastVersion === null ? draftedText : null);
  const isNotFound = isMissing && initialText === null && (lastVersion === null || versionError !== null);
  if (!hasBuilder || isNotFound) return <RecordNotFound backTo={DEFINITIONS_PAGE} />;
  if (file === undefined || (isMissing && initialText === null && !lastVersion))
    return (
      <Page title={translate('sectionBuilder.files.title')} selector="none">
        <LoadingOrFailed error={error} onRetry={() => void refetch()}>
          {null}
        </LoadingOrFailed>
      </Page>
    );
  if (file) return <SectionBuilder key={name} name={name} savedFile={file} initialText={null} />;
  const removedFile = { text: '', version: lastVersion?.version ?? 0 };
  return (
    <SectionBuilder
      key={name}
      name={name}
      savedFile={removedFile}
      initialText={initialText ?? lastVersion?.text ?? ''}
    />
  );
}
