import '#i18n/definition-builder-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useLocation, useParams } from 'react-router';
import { useOwnAddition } from '#console/data/session/features.ts';
import { Unloaded } from '#console/engine/list/states.tsx';
import { Page } from '#console/shell/page.tsx';
import { WrongPlace } from '#console/shell/wrong-place.tsx';
import { DEFINITIONS_PAGE } from '../paths.ts';
import { fileKey, loadFile, loadLastVersion, versionsKey } from './file/file-calls.ts';
import { SectionBuilder } from './section-builder.tsx';
import { useDraftedText } from './state/use-builder-draft.ts';

/** The text that a new section begins with, handed over by the page that made it. */
function begunText(state: unknown): string | null {
  const text = typeof state === 'object' && state !== null && 'text' in state ? state.text : null;
  return typeof text === 'string' ? text : null;
}

/** `/definitions/<name>`: the builder of one section, with the file of that name. */
export function BuilderPage() {
  const translate = useTranslate();
  const { name = '' } = useParams();
  const { state } = useLocation();
  const handedText = begunText(state);
  // A section that was begun here and never applied is only a draft.
  const draftedText = useDraftedText(`${DEFINITIONS_PAGE}/${name}`);
  const isOffered = useOwnAddition('definition-files');
  const {
    data: file,
    error,
    refetch,
  } = useQuery({
    queryKey: fileKey(name),
    queryFn: ({ signal }) => loadFile(name, signal),
    enabled: isOffered,
    // A file that is being changed is not fetched anew: the server tells a person who would overwrite another one's change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // Of a file that was taken away the versions are still there.
  const isMissing = file === null && handedText === null;
  const { data: last, error: versionError } = useQuery({
    queryKey: [...versionsKey(name), 'last'],
    queryFn: ({ signal }) => loadLastVersion(name, signal),
    enabled: isOffered && isMissing,
    gcTime: 0,
  });
  const begun = handedText ?? (last === null ? draftedText : null);
  const isNowhere = isMissing && begun === null && (last === null || versionError !== null);
  if (!isOffered || isNowhere) return <WrongPlace backTo={DEFINITIONS_PAGE} />;
  if (file === undefined || (isMissing && begun === null && !last))
    return (
      <Page title={translate('sectionBuilder.files.title')} selector="none">
        <Unloaded error={error} onRetry={() => void refetch()}>
          {null}
        </Unloaded>
      </Page>
    );
  if (file) return <SectionBuilder key={name} name={name} first={file} begun={null} />;
  const gone = { text: '', version: last?.version ?? 0 };
  return <SectionBuilder key={name} name={name} first={gone} begun={begun ?? last?.text ?? ''} />;
}
