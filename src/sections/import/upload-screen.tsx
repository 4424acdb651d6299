import { useEffect, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/access.ts';
import { BuildingBox } from '#console/fields/building/box.tsx';
import { DropZone } from '#console/fields/parts/drop-zone.tsx';
import { ActionButton } from '#console/ui/action-button.tsx';
import { DraftNote, DraftOffer } from '#console/ui/draft-offer.tsx';
import { describedBy, FieldFrame } from '#console/ui/field-frame.tsx';
import { IMPORT } from '#resources/limits.ts';
import type { CheckedFile } from './checked-file.ts';
import { CheckedList } from './checked-list.ts';
import { Example } from './example.tsx';
import { FilePreview } from './file-preview.tsx';
import { ImportFrame } from './frame.tsx';
import type { ListKeeper } from './list-draft.ts';
import { reapplyCorrections } from './reapply-corrections.ts';
import classes from './upload-screen.module.css';
import { useFile } from './use-file.ts';
import { tellFailure, token, type WorkerClient, WorkerTaskFailed } from './worker-client.ts';

/** The progress is drawn with the first part of the rows and then every so many: drawing it for every thousand would be felt. */
const SHOWN = 20_000;

/** How far a check has come, in rows. */
interface Progress {
  what: 'checking' | 'checked' | 'taking';
  done: number;
  total: number;
}

/** Object first, then the file, then the check (B§2.4, IMPORT-01…IMPORT-04). */
export function UploadScreen({
  errands,
  draft,
  building,
  onBuilding,
  onChecked,
}: {
  errands: () => Promise<WorkerClient>;
  draft: ListKeeper;
  building: number | null;
  onBuilding: (id: number | null) => void;
  onChecked: (checked: CheckedFile) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const { chosen, open, drop } = useFile(errands);
  const [asked, setAsked] = useState<{ building?: boolean; file?: boolean }>({});
  const [progress, setProgress] = useState<Progress | null>(null);
  const why = useRefusal('residents', 'change');
  const opened = chosen?.opened ?? null;
  const { choose } = draft;
  useEffect(() => {
    if (chosen?.opened && building !== null) choose(chosen.file, building, chosen.encoding);
  }, [chosen, building, choose]);
  const noBuilding = asked.building && building === null ? translate('validation.object') : null;
  const noFile = asked.file && !chosen ? translate('validation.required') : null;

  function wantBuilding(): void {
    setAsked((before) => ({ ...before, building: true }));
    document.getElementById(`${id}-building`)?.focus();
  }
  function take(file: File): void {
    // An object must be chosen before a file can be uploaded (IMPORT-01).
    if (building === null) wantBuilding();
    else void open(file);
  }
  function restore(): void {
    const kept = draft.take();
    if (!kept) return;
    onBuilding(kept.building);
    void open(kept.file, kept.encoding);
  }
  async function check(): Promise<void> {
    if (building === null || !chosen) {
      setAsked({ building: true, file: true });
      if (building === null) document.getElementById(`${id}-building`)?.focus();
      return;
    }
    if (!opened || progress !== null) return;
    setProgress({ what: 'checking', done: 0, total: 0 });
    const list = new CheckedList();
    const { file, encoding } = chosen;
    const { mended, sent } = draft.progressOf(file, building, encoding);
    const ask = { building, fileName: file.name, encoding, token: token(), sent };
    try {
      const lists = await (await errands()).run('check', ask, (told) => {
        if (told.event === 'checked') setProgress({ what: 'checked', done: told.done, total: told.total });
        if (told.event !== 'rows') return;
        list.add(told.rows);
        const [done, total] = [list.rows.length, told.total];
        const isFirst = done === told.rows.length;
        if (done < total && (isFirst || done % SHOWN === 0)) setProgress({ what: 'taking', done, total });
      });
      list.apply(lists);
      await reapplyCorrections(list, await errands(), mended);
      onChecked({ name: file.name, building, opened, list });
    } catch (error) {
      if (!(error instanceof WorkerTaskFailed)) throw error;
      setProgress(null);
      tellFailure(error);
    }
  }

  return (
    <ImportFrame
      heading={translate('import.upload.heading')}
      footer={
        <ActionButton
          variant="primary"
          busy={progress !== null}
          unready={building === null || !opened}
          refusal={why ? refusalText(why, translate) : null}
          onClick={() => void check()}
        >
          {progress ? translate(`import.upload.${progress.what}`, progress) : translate('import.upload.check')}
        </ActionButton>
      }
    >
      {draft.offer ? <DraftOffer at={draft.offer.at} onRestore={restore} onDiscard={draft.drop} /> : null}
      {draft.unkept ? <DraftNote text={translate('import.unkept')} onSeen={draft.seen} /> : null}
      <div className={classes.fields}>
        <BuildingBox
          value={building}
          onValue={onBuilding}
          field={{
            id: `${id}-building`,
            leave: () => undefined,
            error: noBuilding,
            frame: {
              id: `${id}-building`,
              label: translate('import.upload.building'),
              error: noBuilding,
              required: true,
            },
            aria: {
              'aria-invalid': noBuilding ? true : undefined,
              'aria-required': true,
              'aria-describedby': describedBy(`${id}-building`, { error: noBuilding }),
            },
            disabled: false,
          }}
        />
        <Example />
        <FieldFrame
          id={`${id}-file`}
          label={translate('import.upload.file')}
          error={noFile ?? chosen?.problem ?? null}
          group
          required
        >
          {chosen?.last ? (
            <FilePreview
              file={chosen.file}
              last={chosen.last}
              encoding={chosen.encoding}
              problemId={chosen.problem ? `${id}-file-error` : null}
              onEncoding={(encoding) => void open(chosen.file, encoding)}
              onAnother={() => {
                draft.drop();
                drop();
              }}
            />
          ) : (
            <DropZone
              most={IMPORT.file}
              ready={building !== null}
              reading={chosen !== null && chosen.problem === null}
              onFile={take}
              onNotReady={wantBuilding}
            />
          )}
        </FieldFrame>
      </div>
    </ImportFrame>
  );
}
