import '#i18n/import-texts.ts';
import { useRef, useState } from 'react';
import { CheckScreen } from './check-screen.tsx';
import type { CheckedFile } from './checked-file.ts';
import { useListDraft } from './list-draft.ts';
import { unsentList } from './unsent-list.ts';
import { UploadScreen } from './upload-screen.tsx';
import { type Connect, connectWorker, useWorkerClient } from './use-worker-client.ts';

/**
 * `/download-resident-form`: object, file, then the checked list (IMPORT-01…IMPORT-25).
 * @param connect how the worker is reached
 */
export function ImportPage({ connect = connectWorker }: { connect?: Connect }) {
  const [checked, setChecked] = useState<CheckedFile | null>(() => unsentList()?.checked ?? null);
  const [building, setBuilding] = useState<number | null>(checked?.building ?? null);
  const latest = useRef(checked);
  latest.current = checked;
  const workerClient = useWorkerClient(connect, latest);
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
