import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useAction } from '#console/data/use-action.ts';
import { ActionButton } from './action-button.tsx';

/** Saves a file that is put together on the click. */
export function SaveButton({
  label,
  busyLabel,
  save,
}: {
  label: string;
  busyLabel: string;
  /** Puts it together and hands it to the browser. */
  save: (signal: AbortSignal) => Promise<void>;
}) {
  const [busy, run] = useAction();
  return (
    <ActionButton
      size="sm"
      variant="ghost"
      compact
      icon={<FileDownloadOutlined aria-hidden />}
      busy={busy}
      onClick={() => run(save)}
    >
      {busy ? busyLabel : label}
    </ActionButton>
  );
}
