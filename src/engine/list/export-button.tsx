import { useTranslate } from 'react-admin';
import { downloadCsv } from '#console/data/csv.ts';
import { noteExport } from '#console/data/exports.ts';
import { tell } from '#console/data/undo.ts';
import { SaveButton } from '#console/ui/save-button.tsx';
import { fieldsWithoutColumn } from '#resources/import-fields.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { recordsExportPath } from '#resources/protocol/exports.ts';
import { useFieldLabel } from '../field-part.tsx';
import classes from './export-button.module.css';
import { everyRecord, exportedFields, exportRows, wordsFor } from './export-rows.ts';

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

  async function save(signal: AbortSignal) {
    await noteExport(recordsExportPath(resource.name), signal);
    const [records, words] = await Promise.all([
      everyRecord(resource, filters, signal),
      wordsFor(resource, (key) => translate(key, { _: key }), signal),
    ]);
    const header = exportedFields(resource).map(([name]) => label(resource, name));
    const title = translate(`resources.${resource.name}.page.list`);
    downloadCsv(`${title}.csv`, header, exportRows(resource, records, words));
    tell(translate('engine.export.done'));
  }

  const missing = fieldsWithoutColumn(resource).map(([name]) => label(resource, name));
  return (
    <>
      <SaveButton label={translate('engine.export.save')} busyLabel={translate('engine.export.busy')} save={save} />
      {missing.length ? (
        <span className={classes.without}>{translate('engine.export.without', { columns: missing.join(', ') })}</span>
      ) : null}
    </>
  );
}
