import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';
import { useChoices } from './choices.ts';

/** The label of what is chosen; a value that is no longer offered stays as it is. */
export default function ChoiceCell({ value, field, source, resource }: CellProps<'choice'>) {
  const translate = useTranslate();
  const options = useChoices(resource, source, field);
  if (value == null || value === '') return translate('engine.list.nothing');
  const option = options.find((each) => each.value === value);
  const label = option?.label ?? String(value);
  return option?.mark ? (
    <span className={classes.marked} style={{ color: `var(--${option.mark})` }}>
      {label}
    </span>
  ) : (
    label
  );
}
