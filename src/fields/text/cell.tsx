import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import { LongWords } from '../parts/long-words.tsx';

/** A value as it is; a dash where there is none. */
export default function TextCell({ value }: CellProps) {
  const translate = useTranslate();
  return value == null || value === '' ? translate('engine.list.nothing') : <LongWords text={String(value)} />;
}
