import '#i18n/import-texts.ts';
import { useRef, useState } from 'react';
import { useWorkerClient, type WorkerRetention } from '#console/engine/import/use-worker-client.ts';
import type { Connect } from '#console/engine/import/worker-messages.ts';
import { CheckScreen } from './check-screen.tsx';
import type { CheckedFile } from './checked-file.ts';
import { useListDraft } from './list-draft.ts';
import type { ResidentShapes } from './resident-shapes.ts';
import { getUnsentList, keepUnsentList, takeUnsentList } from './unsent-list.ts';
import { UploadScreen } from './upload-screen.tsx';

/** Loads the worker's code when the first file is opened. */
const connectWorker: Connect<ResidentShapes> = async () => (await import('./open-worker.ts')).openResidentWorker();

/**
 * `/download-resident-form`: choose building and file, then check and send the list (IMPORT-01…IMPORT-25).
 * @param connect starts the worker; replaced in tests
 */
export function ImportPage({ connect = connectWorker }: { connect?: Connect<ResidentShapes> }) {
  const [checked, setChecked] = useState<CheckedFile | null>(() => getUnsentList()?.checked ?? null);
  const [building, setBuilding] = useState<number | null>(checked?.building ?? null);
  const latestChecked = useRef(checked);
  latestChecked.current = checked;
  // A checked list with unsent rows is kept in memory with its worker until the page is opened again; leaving during a submission
  // closes the worker and aborts it.
  const [keeping] = useState<WorkerRetention<ResidentShapes>>(() => ({
    resume: () => takeUnsentList()?.workerClient ?? null,
    keep: (client) => {
      const checkedFile = latestChecked.current;
      if (!checkedFile?.list.isWaiting() || checkedFile.list.isSending) return false;
      keepUnsentList({ checked: checkedFile, workerClient: client });
      return true;
    },
  }));
  const { workerClient } = useWorkerClient(connect, keeping);
  const draft = useListDraft(checked !== null);
  function chooseAnother(): void {
    if (checked) checked.list.isReplaced = true;
    draft.deleteDraft();
    setChecked(null);
  }
  if (checked)
    return <CheckScreen checked={checked} workerClient={workerClient} draft={draft} onAnother={chooseAnother} />;
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
