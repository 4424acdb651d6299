import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { CheckedList } from '#console/engine/import/checked-list.ts';
import { type ChosenFile, useFile } from '#console/engine/import/use-file.ts';
import { sessionToken, showTaskFailure, WorkerTaskFailed } from '#console/engine/import/worker-client.ts';
import { BuildingBox } from '#console/fields/building/box.tsx';
import { DropZone } from '#console/fields/parts/drop-zone.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { DraftNote, DraftOffer } from '#console/ui/states/draft-offer.tsx';
import { IMPORT } from '#resources/limits.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import type { CheckedFile, ResidentWorker } from './checked-file.ts';
import { ImportExample } from './example.tsx';
import { FilePreview } from './file-preview.tsx';
import { ImportFrame } from './frame.tsx';
import type { ListProgress as KeptProgress, ListDraftHandle } from './list-draft.ts';
import type { OpenedFile, ResidentShapes } from './resident-shapes.ts';
import classes from './upload-screen.module.css';

/** Rows between two updates of the progress, because a render for every part would slow down the check. */
const ROWS_BETWEEN_REDRAWS = 20_000;

/** Progress of a check, in rows. */
interface Progress {
  what: 'checking' | 'checked' | 'taking';
  done: number;
  total: number;
}

const NO_OPTIONS = {};

interface UploadScreenProps {
  workerClient: () => Promise<ResidentWorker>;
  draft: ListDraftHandle;
  building: number | null;
  onBuilding: (id: number | null) => void;
  onChecked: (checked: CheckedFile) => void;
}

/**
 * Has the server check a file; the progress is null while none is being checked.
 * @param chosenFile the file to check; if another file, encoding or building is chosen meanwhile, the result is ignored
 */
function useCheck(
  {
    workerClient,
    draft,
    building,
    onChecked,
  }: Pick<UploadScreenProps, 'workerClient' | 'draft' | 'building' | 'onChecked'>,
  chosenFile: ChosenFile<OpenedFile> | null,
) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const latestAttempt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file or building cancels the check
  useEffect(
    () => () => {
      latestAttempt.current += 1;
      setProgress(null);
    },
    [chosenFile, building],
  );
  async function check(
    buildingId: number,
    { file, reading: { encoding, withHidden = false } }: ChosenFile<OpenedFile>,
    openedFile: CheckedFile['opened'],
  ): Promise<void> {
    if (progress !== null) return;
    latestAttempt.current += 1;
    const attempt = latestAttempt.current;
    const isOutdated = () => attempt !== latestAttempt.current;
    setProgress({ what: 'checking', done: 0, total: 0 });
    const list = new CheckedList<ImportRow>();
    const { mended, sent } = draft.findProgress(file, buildingId, encoding);
    const ask = { building: buildingId, fileName: file.name, encoding, token: sessionToken(), sent };
    try {
      const lists = await (await workerClient()).run('check', ask, (event) => {
        if (isOutdated()) return;
        if (event.event === 'checked') setProgress({ what: 'checked', done: event.done, total: event.total });
        if (event.event !== 'rows') return;
        list.add(event.rows);
        const [rowCount, total] = [list.rows.length, event.total];
        const isFirst = rowCount === event.rows.length;
        if (rowCount < total && (isFirst || rowCount % ROWS_BETWEEN_REDRAWS === 0))
          setProgress({ what: 'taking', done: rowCount, total });
      });
      if (isOutdated()) return;
      list.apply(lists);
      await reapplyCorrections(list, await workerClient(), mended);
      if (!isOutdated()) onChecked({ name: file.name, building: buildingId, opened: openedFile, withHidden, list });
    } catch (error) {
      if (isOutdated()) return;
      if (!(error instanceof WorkerTaskFailed)) throw error;
      setProgress(null);
      showTaskFailure(error);
    }
  }
  return { progress, check };
}

/** First screen: choice of the building, choice of the file, then the check (IMPORT-01…IMPORT-04). */
export function UploadScreen({ workerClient, draft, building, onBuilding, onChecked }: UploadScreenProps) {
  const translate = useTranslate();
  const id = useId();
  const { chosen: chosenFile, open, reset } = useFile<ResidentShapes>(workerClient, NO_OPTIONS);
  const [missing, setMissing] = useState<{ building?: boolean; file?: boolean }>({});
  const { progress, check } = useCheck({ workerClient, draft, building, onChecked }, chosenFile);
  const missingRight = useRefusal('residents', 'change');
  const openedFile = chosenFile?.opened ?? null;
  const { choose } = draft;
  useEffect(() => {
    if (chosenFile?.opened && building !== null) choose(chosenFile.file, building, chosenFile.reading);
  }, [chosenFile, building, choose]);
  const buildingError = missing.building && building === null ? translate('validation.object') : null;
  const fileError = missing.file && !chosenFile ? translate('validation.required') : null;

  function requireBuilding(): void {
    setMissing((before) => ({ ...before, building: true }));
    document.getElementById(`${id}-building`)?.focus();
  }
  function openFile(file: File): void {
    // An object must be chosen before a file can be uploaded (IMPORT-01).
    if (building === null) requireBuilding();
    else void open(file);
  }
  function restore(): void {
    const restoredDraft = draft.acceptOffer();
    if (!restoredDraft) return;
    onBuilding(restoredDraft.building);
    void open(restoredDraft.file, { encoding: restoredDraft.encoding, withHidden: restoredDraft.withHidden });
  }
  function submit(): void {
    if (building !== null && chosenFile) {
      if (openedFile) void check(building, chosenFile, openedFile);
      return;
    }
    setMissing({ building: true, file: true });
    if (building === null) document.getElementById(`${id}-building`)?.focus();
  }

  return (
    <ImportFrame
      heading={translate('import.upload.heading')}
      footer={
        <ActionButton
          variant="primary"
          busy={progress !== null}
          unready={building === null || !openedFile}
          refusal={missingRight ? refusalText(missingRight, translate) : null}
          onClick={submit}
        >
          {progress ? translate(`import.upload.${progress.what}`, progress) : translate('import.upload.check')}
        </ActionButton>
      }
    >
      {draft.offer ? <DraftOffer at={draft.offer.at} onRestore={restore} onDiscard={draft.deleteDraft} /> : null}
      {draft.hasStoreWarning ? (
        <DraftNote text={translate('import.unkept')} onSeen={draft.dismissStoreWarning} />
      ) : null}
      <div className={classes.fields}>
        <BuildingField id={`${id}-building`} value={building} error={buildingError} onValue={onBuilding} />
        <ImportExample />
        <FieldFrame
          id={`${id}-file`}
          label={translate('import.upload.file')}
          error={fileError ?? chosenFile?.problem ?? null}
          group
          required
        >
          {chosenFile?.last ? (
            <FilePreview
              file={chosenFile.file}
              lastRead={chosenFile.last}
              readAs={chosenFile.reading}
              problemId={chosenFile.problem ? `${id}-file-error` : null}
              onReading={(reading) => void open(chosenFile.file, reading)}
              onAnother={() => {
                draft.deleteDraft();
                reset();
              }}
            />
          ) : (
            <DropZone
              maxBytes={IMPORT.file}
              isReady={building !== null}
              reading={chosenFile !== null && chosenFile.problem === null}
              onFile={openFile}
              onNotReady={requireBuilding}
            />
          )}
        </FieldFrame>
      </div>
    </ImportFrame>
  );
}

/** Choice of the list's building; not part of a react-hook-form. */
function BuildingField({
  id,
  value,
  error,
  onValue,
}: {
  id: string;
  value: number | null;
  error: string | null;
  onValue: (id: number | null) => void;
}) {
  const translate = useTranslate();
  const frame = { id, label: translate('import.upload.building'), error, required: true };
  const aria = {
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': true as const,
    'aria-describedby': describedBy(id, { error }),
  };
  return (
    <BuildingBox
      value={value}
      onValue={onValue}
      field={{ id, onBlur: () => undefined, error, frame, aria, disabled: false }}
    />
  );
}

/**
 * Applies earlier corrections to a list that was checked again. Whether a corrected phone is taken meanwhile is checked by the
 * server when the row is sent.
 */
async function reapplyCorrections(
  list: CheckedFile['list'],
  workerClient: ResidentWorker,
  mended: KeptProgress['mended'],
): Promise<void> {
  for (const [index, { row }] of [...list.rows].entries()) {
    const cells = mended[row];
    if (!cells) continue;
    list.apply(await workerClient.run('mend', { at: index, cells }));
    list.hasCorrections = true;
  }
}
