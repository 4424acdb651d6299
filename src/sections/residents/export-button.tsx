import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { reportFailure } from '#console/data/failures.ts';
import { RequestError } from '#console/data/request-error.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { announce } from '#console/ui/announce.ts';
import { everyPage, exportHeader, exportRows } from './export.ts';
import { type Tag, tagsQuery } from './tags.ts';

/** Saves all that was found, on whatever page, as a file that a Russian Excel opens. */
export function ExportButton({ tags }: { tags: readonly Tag[] }) {
  const translate = useTranslate();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save() {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const [{ downloadCsv }, buildings] = await Promise.all([
        import('#console/data/csv.ts'),
        everyPage(tagsQuery(tags), controller.signal),
      ]);
      downloadCsv(translate('residents.results.file'), exportHeader(translate), exportRows(buildings, translate));
      announce(translate('residents.results.exported'));
    } catch (error) {
      if (error instanceof RequestError) reportFailure(error);
      else if (!controller.signal.aborted) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <ActionButton
      size="sm"
      variant="ghost"
      compact
      icon={<FileDownloadOutlined aria-hidden />}
      busy={busy}
      onClick={() => void save()}
    >
      {translate(busy ? 'residents.results.exporting' : 'residents.results.export')}
    </ActionButton>
  );
}
