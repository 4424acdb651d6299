import { useNotify, useTranslate } from 'react-admin';
import { noteExport } from '#console/data/exports.ts';
import { SaveButton } from '#console/ui/save-button.tsx';
import { exportPath } from '#resources/protocol/exports.ts';
import { everyPage } from './calls.ts';
import { exportHeader, exportRows } from './export.ts';
import { type Tag, tagsQuery } from './tags.ts';

/** Saves all that was found, on whatever page, as a file that a Russian Excel opens. */
export function ExportButton({ tags }: { tags: readonly Tag[] }) {
  const translate = useTranslate();
  const notify = useNotify();

  async function save(signal: AbortSignal) {
    await noteExport(exportPath('residents'), signal);
    const [{ downloadCsv }, buildings] = await Promise.all([
      import('#console/data/csv.ts'),
      everyPage(tagsQuery(tags), signal),
    ]);
    downloadCsv(translate('residents.results.file'), exportHeader(translate), exportRows(buildings, translate));
    notify('residents.results.exported');
  }

  return (
    <SaveButton
      label={translate('residents.results.export')}
      busyLabel={translate('residents.results.exporting')}
      save={save}
    />
  );
}
