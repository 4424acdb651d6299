import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useAction } from '#console/data/use-action.ts';
import { ActionButton } from './action-button.tsx';

/** Saves a file that is created on click. */
export function SaveButton({
  label,
  busyLabel,
  save,
}: {
  label: string;
  busyLabel: string;
  /** Creates the file and starts the download. */
  save: (signal: AbortSignal) => Promise<void>;
}) {
  const [isBusy, run] = useAction();
  return (
    <ActionButton
      size="sm"
      variant="ghost"
      compact
      icon={<FileDownloadOutlined aria-hidden />}
      busy={isBusy}
      onClick={() => run(save)}
    >
      {isBusy ? busyLabel : label}
    </ActionButton>
  );
}
