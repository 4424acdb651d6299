import { useTranslate } from 'react-admin';
import type { FieldOf } from '#resources/language/define-resource.ts';
import { ICONS, type IconName } from '#resources/language/icons.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';
import classes from './cell.module.css';

/** One thing that can be chosen, as it is shown. */
export interface Option {
  value: string;
  label: string;
  icon: IconName | null;
  /** Name of a colour token. */
  mark: string | null;
}

const isIcon = (name: string | undefined): name is IconName => (ICONS as readonly string[]).includes(name ?? '');

/** The choices, in the definition's order, with translated labels. */
export function useChoices(resource: string, source: string, field: Pick<FieldOf<'choice'>, 'options'>): Option[] {
  const translate = useTranslate();
  return field.options.map(({ value, label, icon, mark }) => ({
    value,
    label: translate(`resources.${resource}.choices.${source}.${value}`, { _: label ?? value }),
    icon: isIcon(icon) ? icon : null,
    mark: mark ?? null,
  }));
}

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

/** Filters by one of the choices. */
export function ChoiceFilter({ field, source, resource, label, value, onChange }: FilterProps<'choice'>) {
  const options = useChoices(resource, source, field);
  return (
    <SelectFilter label={label} value={typeof value === 'string' ? value : ''} options={options} onChange={onChange} />
  );
}
