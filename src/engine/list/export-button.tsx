import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { downloadCsv } from '#console/data/csv.ts';
import { reportFailure } from '#console/data/failures.ts';
import { RequestError } from '#console/data/request-error.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { announce } from '#console/ui/announce.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { useFieldLabel } from '../field-part.tsx';
import { addressesFor, everyRecord, exportedFields, exportRows } from './export-rows.ts';

/** Saves all records that the filters let through, on whatever page, as a file that a Russian Excel opens. */
export default function ExportButton({
  resource,
  filters,
}: {
  resource: Resource;
  filters: Readonly<Record<string, unknown>>;
}) {
  const translate = useTranslate();
  const label = useFieldLabel();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save() {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const [records, addresses] = await Promise.all([
        everyRecord(resource, filters, controller.signal),
        addressesFor(resource, controller.signal),
      ]);
      const header = exportedFields(resource).map(([name]) => label(resource, name));
      const title = translate(`resources.${resource.name}.page.list`);
      downloadCsv(`${title}.csv`, header, exportRows(resource, records, addresses));
      announce(translate('engine.export.done'));
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
      {translate(busy ? 'engine.export.busy' : 'engine.export.save')}
    </ActionButton>
  );
}
