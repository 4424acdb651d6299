import { useState } from 'react';
import { CheckScreen } from './check-screen.tsx';
import type { CheckedFile } from './checked-file.ts';
import { UploadScreen } from './upload-screen.tsx';
import { type Connect, connectWorker, useErrands } from './use-errands.ts';

/**
 * `/download-resident-form`: object, file, then the checked list (B§2.4, IMPORT-*).
 * @param connect how the worker is reached
 */
export function ImportPage({ connect = connectWorker }: { connect?: Connect }) {
  const errands = useErrands(connect);
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [building, setBuilding] = useState<number | null>(null);
  if (checked) return <CheckScreen checked={checked} errands={errands} onAnother={() => setChecked(null)} />;
  return <UploadScreen errands={errands} building={building} onBuilding={setBuilding} onChecked={setChecked} />;
}
