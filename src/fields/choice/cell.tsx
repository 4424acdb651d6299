import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import { useChoices } from './choices.ts';

/** The label of what is chosen; a value that is no longer offered stays as it is. */
export default function ChoiceCell({ value, field, source, resource }: CellProps<'choice'>) {
  const translate = useTranslate();
  const options = useChoices(resource, source, field);
  if (value == null || value === '') return translate('engine.list.nothing');
  return options.find((option) => option.value === value)?.label ?? String(value);
}
