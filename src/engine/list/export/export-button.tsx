import { useNotify, useTranslate } from 'react-admin';
import { noteExport } from '#console/data/export/save-file.ts';
import { DownloadButton } from '#console/ui/buttons/download-button.tsx';
import { recordsExportPath } from '#resources/protocol/exports.ts';
import { fieldsNotInFiles } from '#resources/rules/import/fields.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { useResource } from '../../resource-context.tsx';
import { useFilters } from '../list-context.tsx';
import classes from '../list-page.module.css';
import { fetchAllRecords } from './export-rows.ts';
import { saveRecords } from './save-records.ts';

/** Button that saves all records matching the filters, on all pages, as a CSV file for the Russian Excel. */
export default function ExportButton() {
  const resource = useResource();
  const { toolbar } = useFilters();
  const translate = useTranslate();
  const notify = useNotify();
  const label = useFieldLabel();

  async function save(signal: AbortSignal) {
    await noteExport(recordsExportPath(resource.name), signal);
    await saveRecords(resource, await fetchAllRecords(resource, toolbar, signal), translate, signal);
    notify('engine.export.done');
  }

  const missingLabels = fieldsNotInFiles(resource).map(([name]) => label(resource, name));
  return (
    <>
      <DownloadButton label={translate('engine.export.save')} busyLabel={translate('engine.export.busy')} save={save} />
      {missingLabels.length ? (
        <span className={classes.without}>
          {translate('engine.export.without', { columns: missingLabels.join(', ') })}
        </span>
      ) : null}
    </>
  );
}
