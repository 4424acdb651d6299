import { useTranslate } from 'react-admin';
import type { CellProps, FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';
import classes from './cell.module.css';
import '#console/ui/display/colours.css';

/** The state of a record as a coloured chip; a state no longer in the definition is shown unchanged. */
export default function StateCell({ value, field }: CellProps<'state'>) {
  const translate = useTranslate();
  if (value == null || value === '') return translate('engine.list.nothing');
  const state = field.states.find((one) => one.value === value);
  return (
    <span className={classes.chip} data-colour={state?.colour ?? 'neutral'}>
      {state?.label ?? String(value)}
    </span>
  );
}

/** Filter by one of the states. */
export function StateFilter({ field, label, value, onChange }: FilterProps<'state'>) {
  const options = field.states.map((state) => ({ value: state.value, label: state.label }));
  return (
    <SelectFilter label={label} value={typeof value === 'string' ? value : ''} options={options} onChange={onChange} />
  );
}
