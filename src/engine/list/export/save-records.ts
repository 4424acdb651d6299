import type { RaRecord, TranslateFunction } from 'react-admin';
import { downloadCsv } from '#console/data/export/csv.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { fieldLabel } from '../../field-part.tsx';
import { exportedFields, wordsFor, writtenRows } from './export-rows.ts';

/** Saves records of a definition as a file that a Russian Excel opens, a column for every field that has a form there. */
export async function saveRecords(
  resource: Resource,
  records: readonly RaRecord[],
  translate: TranslateFunction,
  signal = new AbortController().signal,
): Promise<void> {
  const words = await wordsFor(resource, (key) => translate(key, { _: key }), signal);
  const header = exportedFields(resource).map(([name]) => fieldLabel(translate, resource, name));
  const title = translate(`resources.${resource.name}.page.list`);
  downloadCsv(`${title}.csv`, header, writtenRows(resource, records, words), true);
}
