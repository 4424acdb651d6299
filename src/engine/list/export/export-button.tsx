import { useNotify, useTranslate } from 'react-admin';
import { noteExport } from '#console/data/export/save-file.ts';
import { SaveButton } from '#console/ui/buttons/save-button.tsx';
import { recordsExportPath } from '#resources/protocol/exports.ts';
import { fieldsWithoutColumn } from '#resources/rules/import/fields.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { useResource } from '../../resource-context.tsx';
import { useFilters } from '../list-context.tsx';
import classes from '../list-page.module.css';
import { everyRecord } from './export-rows.ts';
import { saveRecords } from './save-records.ts';

/** Saves all records that the filters let through, on whatever page, as a file that a Russian Excel opens. */
export default function ExportButton() {
  const resource = useResource();
  const { toolbar } = useFilters();
  const translate = useTranslate();
  const notify = useNotify();
  const label = useFieldLabel();

  async function save(signal: AbortSignal) {
    await noteExport(recordsExportPath(resource.name), signal);
    await saveRecords(resource, await everyRecord(resource, toolbar, signal), translate, signal);
    notify('engine.export.done');
  }

  const missingLabels = fieldsWithoutColumn(resource).map(([name]) => label(resource, name));
  return (
    <>
      <SaveButton label={translate('engine.export.save')} busyLabel={translate('engine.export.busy')} save={save} />
      {missingLabels.length ? (
        <span className={classes.without}>
          {translate('engine.export.without', { columns: missingLabels.join(', ') })}
        </span>
      ) : null}
    </>
  );
}
