import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useAction } from '#console/data/use-action.ts';
import { ActionButton } from './action-button.tsx';

/** Button that creates a file on click and downloads it. */
export function DownloadButton({
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
