import type { RaRecord, TranslateFunction } from 'react-admin';
import { downloadCsv } from '#console/data/export/csv.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { fieldLabel } from '../../field-part.tsx';
import { exportFields, loadCsvTexts, spreadsheetRows } from './export-rows.ts';

/** Saves records as a CSV file for the Russian Excel, with a column for every field that can be exported. */
export async function saveRecords(
  resource: Resource,
  records: readonly RaRecord[],
  translate: TranslateFunction,
  signal = new AbortController().signal,
): Promise<void> {
  const csvTexts = await loadCsvTexts(resource, (key) => translate(key, { _: key }), signal);
  const header = exportFields(resource).map(([name]) => fieldLabel(translate, resource, name));
  const title = translate(`resources.${resource.name}.page.list`);
  downloadCsv(`${title}.csv`, header, spreadsheetRows(resource, records, csvTexts), true);
}
