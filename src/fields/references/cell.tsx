import { Fragment } from 'react';
import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import ReferenceCell from '../reference/cell.tsx';

/** Records of another section as links to them, one after another. */
export default function ReferencesCell({ value, field, ...place }: CellProps<'references'>) {
  const translate = useTranslate();
  const records: readonly unknown[] = Array.isArray(value) ? value : [];
  if (!records.length) return translate('engine.list.nothing');
  return records.map((record, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the links have no state of their own
    <Fragment key={at}>
      {at > 0 ? ', ' : null}
      <ReferenceCell {...place} value={record} field={{ kind: 'reference', to: field.to }} />
    </Fragment>
  ));
}
