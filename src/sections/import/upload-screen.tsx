import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { CheckedList } from '#console/engine/import/checked-list.ts';
import { type ChosenFile, useFile } from '#console/engine/import/use-file.ts';
import { tellFailure, token, WorkerTaskFailed } from '#console/engine/import/worker-client.ts';
import { BuildingBox } from '#console/fields/building/box.tsx';
import { DropZone } from '#console/fields/parts/drop-zone.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { DraftNote, DraftOffer } from '#console/ui/states/draft-offer.tsx';
import { IMPORT } from '#resources/limits.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import type { CheckedFile, ResidentWorker } from './checked-file.ts';
import { Example } from './example.tsx';
import { FilePreview } from './file-preview.tsx';
import { ImportFrame } from './frame.tsx';
import type { Progress as KeptProgress, ListKeeper } from './list-draft.ts';
import type { OpenedFile, ResidentShapes } from './resident-shapes.ts';
import classes from './upload-screen.module.css';

/** The progress is drawn with the first part of the rows and then every so many: drawing it for every thousand would be felt. */
const ROWS_BETWEEN_REDRAWS = 20_000;

/** How far a check has come, in rows. */
interface Progress {
  what: 'checking' | 'checked' | 'taking';
  done: number;
  total: number;
}

const NOTHING_BESIDES = {};

interface Props {
  workerClient: () => Promise<ResidentWorker>;
  draft: ListKeeper;
  building: number | null;
  onBuilding: (id: number | null) => void;
  onChecked: (checked: CheckedFile) => void;
}

/**
 * Has a file checked; the progress is null while no file is being checked.
 * @param chosenFile what the check is of: where another file, reading or building is chosen meanwhile its answer counts no more
 */
function useCheck(
  { workerClient, draft, building, onChecked }: Pick<Props, 'workerClient' | 'draft' | 'building' | 'onChecked'>,
  chosenFile: ChosenFile<OpenedFile> | null,
) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const newest = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what is checked ends the check
  useEffect(
    () => () => {
      newest.current += 1;
      setProgress(null);
    },
    [chosenFile, building],
  );
  async function check(
    ofBuilding: number,
    { file, reading: { encoding, withHidden = false } }: ChosenFile<OpenedFile>,
    openedFile: CheckedFile['opened'],
  ): Promise<void> {
    if (progress !== null) return;
    newest.current += 1;
    const attempt = newest.current;
    const isOver = () => attempt !== newest.current;
    setProgress({ what: 'checking', done: 0, total: 0 });
    const list = new CheckedList<ImportRow>();
    const { mended, sent } = draft.progressOf(file, ofBuilding, encoding);
    const ask = { building: ofBuilding, fileName: file.name, encoding, token: token(), sent };
    try {
      const lists = await (await workerClient()).run('check', ask, (event) => {
        if (isOver()) return;
        if (event.event === 'checked') setProgress({ what: 'checked', done: event.done, total: event.total });
        if (event.event !== 'rows') return;
        list.add(event.rows);
        const [rowCount, total] = [list.rows.length, event.total];
        const isFirst = rowCount === event.rows.length;
        if (rowCount < total && (isFirst || rowCount % ROWS_BETWEEN_REDRAWS === 0))
          setProgress({ what: 'taking', done: rowCount, total });
      });
      if (isOver()) return;
      list.apply(lists);
      await reapplyCorrections(list, await workerClient(), mended);
      if (!isOver()) onChecked({ name: file.name, building: ofBuilding, opened: openedFile, withHidden, list });
    } catch (error) {
      if (isOver()) return;
      if (!(error instanceof WorkerTaskFailed)) throw error;
      setProgress(null);
      tellFailure(error);
    }
  }
  return { progress, check };
}

/** Object first, then the file, then the check (IMPORT-01…IMPORT-04). */
export function UploadScreen({ workerClient, draft, building, onBuilding, onChecked }: Props) {
  const translate = useTranslate();
  const id = useId();
  const { chosen: chosenFile, open, drop } = useFile<ResidentShapes>(workerClient, NOTHING_BESIDES);
  const [missing, setMissing] = useState<{ building?: boolean; file?: boolean }>({});
  const { progress, check } = useCheck({ workerClient, draft, building, onChecked }, chosenFile);
  const why = useRefusal('residents', 'change');
  const openedFile = chosenFile?.opened ?? null;
  const { choose } = draft;
  useEffect(() => {
    if (chosenFile?.opened && building !== null) choose(chosenFile.file, building, chosenFile.reading);
  }, [chosenFile, building, choose]);
  const noBuilding = missing.building && building === null ? translate('validation.object') : null;
  const noFile = missing.file && !chosenFile ? translate('validation.required') : null;

  function wantBuilding(): void {
    setMissing((before) => ({ ...before, building: true }));
    document.getElementById(`${id}-building`)?.focus();
  }
  function take(file: File): void {
    // An object must be chosen before a file can be uploaded (IMPORT-01).
    if (building === null) wantBuilding();
    else void open(file);
  }
  function restore(): void {
    const keptDraft = draft.take();
    if (!keptDraft) return;
    onBuilding(keptDraft.building);
    void open(keptDraft.file, { encoding: keptDraft.encoding, withHidden: keptDraft.withHidden });
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
          refusal={why ? refusalText(why, translate) : null}
          onClick={submit}
        >
          {progress ? translate(`import.upload.${progress.what}`, progress) : translate('import.upload.check')}
        </ActionButton>
      }
    >
      {draft.offer ? <DraftOffer at={draft.offer.at} onRestore={restore} onDiscard={draft.drop} /> : null}
      {draft.unkept ? <DraftNote text={translate('import.unkept')} onSeen={draft.seen} /> : null}
      <div className={classes.fields}>
        <BuildingField id={`${id}-building`} value={building} error={noBuilding} onValue={onBuilding} />
        <Example />
        <FieldFrame
          id={`${id}-file`}
          label={translate('import.upload.file')}
          error={noFile ?? chosenFile?.problem ?? null}
          group
          required
        >
          {chosenFile?.last ? (
            <FilePreview
              file={chosenFile.file}
              last={chosenFile.last}
              readAs={chosenFile.reading}
              problemId={chosenFile.problem ? `${id}-file-error` : null}
              onReading={(reading) => void open(chosenFile.file, reading)}
              onAnother={() => {
                draft.drop();
                drop();
              }}
            />
          ) : (
            <DropZone
              most={IMPORT.file}
              ready={building !== null}
              reading={chosenFile !== null && chosenFile.problem === null}
              onFile={take}
              onNotReady={wantBuilding}
            />
          )}
        </FieldFrame>
      </div>
    </ImportFrame>
  );
}

/** The object of the list: a field that stands in no form. */
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
      field={{ id, leave: () => undefined, error, frame, aria, disabled: false }}
    />
  );
}

/**
 * Puts into a list that was checked anew what had been mended of it before. Whether a mended phone is taken by now the
 * server says when the row is sent.
 */
async function reapplyCorrections(
  list: CheckedFile['list'],
  workerClient: ResidentWorker,
  mended: KeptProgress['mended'],
): Promise<void> {
  for (const [at, { row }] of [...list.rows].entries()) {
    const cells = mended[row];
    if (!cells) continue;
    list.apply(await workerClient.run('mend', { at, cells }));
    list.mended = true;
  }
}
