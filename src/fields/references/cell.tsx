import { Fragment } from 'react';
import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import ReferenceCell from '../reference/cell.tsx';

/** Links to records of another section, separated by commas. */
export default function ReferencesCell({ value, field, ...cellProps }: CellProps<'references'>) {
  const translate = useTranslate();
  const records: readonly unknown[] = Array.isArray(value) ? value : [];
  if (!records.length) return translate('engine.list.nothing');
  return records.map((record, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the links have no state of their own
    <Fragment key={index}>
      {index > 0 ? ', ' : null}
      <ReferenceCell {...cellProps} value={record} field={{ kind: 'reference', to: field.to }} />
    </Fragment>
  ));
}
