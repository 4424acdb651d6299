import { type RaRecord, useDataProvider } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { usesExpressions } from '#resources/language/expressions/used.ts';
import { preloadParts } from '../../field-part.tsx';
import { useSectionFields } from '../../slots.tsx';
import { acceptsPartialUpdate } from './accepts-partial-update.ts';

/** Loads the editor of a cell: its code, the input of the field and, where updates contain all fields, the full record. */
export function useLoadEditor(resource: Resource) {
  const provider = useDataProvider();
  const sectionFields = useSectionFields();
  return async (record: RaRecord, name: string) => {
    const [{ CellEditor }, expressions, answer] = await Promise.all([
      import('./cell-editor.tsx'),
      usesExpressions(resource) ? import('../../form/form-expressions.tsx') : null,
      acceptsPartialUpdate(resource)
        ? null
        : provider.getOne<RaRecord>(resource.name, { id: record.id, meta: { form: true } }),
      preloadParts(resource, [name], 'input', sectionFields),
    ]);
    return { Editor: CellEditor, expressions, record: answer ? { ...record, ...answer.data } : record };
  };
}
