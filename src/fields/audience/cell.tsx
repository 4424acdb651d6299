import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';

/** Whom a record is for, as the server puts it into words (NEWS-56, NEWS-62). */
export default function AudienceCell({ record }: CellProps<'audience'>) {
  const translate = useTranslate();
  const { recipients } = record as { recipients?: unknown };
  return typeof recipients === 'string' && recipients ? recipients : translate('engine.list.nothing');
}
