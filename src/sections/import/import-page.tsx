import '#i18n/import-texts.ts';
import { useRef, useState } from 'react';
import { useWorkerClient, type WorkerKeeping } from '#console/engine/import/use-worker-client.ts';
import type { Connect } from '#console/engine/import/worker-messages.ts';
import { CheckScreen } from './check-screen.tsx';
import type { CheckedFile } from './checked-file.ts';
import { useListDraft } from './list-draft.ts';
import type { ResidentShapes } from './resident-shapes.ts';
import { keepList, takeKept, unsentList } from './unsent-list.ts';
import { UploadScreen } from './upload-screen.tsx';

/** The worker comes with the first file. */
const connectWorker: Connect<ResidentShapes> = async () => (await import('./open-worker.ts')).openResidentWorker();

/**
 * `/download-resident-form`: object, file, then the checked list (IMPORT-01…IMPORT-25).
 * @param connect how the worker is reached
 */
export function ImportPage({ connect = connectWorker }: { connect?: Connect<ResidentShapes> }) {
  const [checked, setChecked] = useState<CheckedFile | null>(() => unsentList()?.checked ?? null);
  const [building, setBuilding] = useState<number | null>(checked?.building ?? null);
  const latest = useRef(checked);
  latest.current = checked;
  // While a checked list has rows that were not sent, the worker waits with it for the page to be opened again; one left while
  // it sends is broken off.
  const [keeping] = useState<WorkerKeeping<ResidentShapes>>(() => ({
    resume: () => takeKept()?.workerClient ?? null,
    keep: (client) => {
      const left = latest.current;
      if (!left?.list.isWaiting() || left.list.sending) return false;
      keepList({ checked: left, workerClient: client });
      return true;
    },
  }));
  const { workerClient } = useWorkerClient(connect, keeping);
  const draft = useListDraft(checked !== null);
  function another(): void {
    if (checked) checked.list.givenUp = true;
    draft.drop();
    setChecked(null);
  }
  if (checked) return <CheckScreen checked={checked} workerClient={workerClient} draft={draft} onAnother={another} />;
  return (
    <UploadScreen
      workerClient={workerClient}
      draft={draft}
      building={building}
      onBuilding={setBuilding}
      onChecked={setChecked}
    />
  );
}
