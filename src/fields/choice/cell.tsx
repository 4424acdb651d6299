import { useTranslate } from 'react-admin';
import type { FieldOf } from '#resources/language/define-resource.ts';
import { ICONS, type IconName } from '#resources/language/icons.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { SelectFilter } from '../parts/select-filter.tsx';
import classes from './cell.module.css';

/** An option as it is shown. */
export interface ChoiceOption {
  value: string;
  label: string;
  icon: IconName | null;
  /** Name of a CSS colour variable. */
  mark: string | null;
}

const isIcon = (name: string | undefined): name is IconName => (ICONS as readonly string[]).includes(name ?? '');

/** The options in the definition's order, with translated labels. */
export function useChoiceOptions(
  resource: string,
  source: string,
  field: Pick<FieldOf<'choice'>, 'options'>,
): ChoiceOption[] {
  const translate = useTranslate();
  return field.options.map(({ value, label, icon, mark }) => ({
    value,
    label: translate(`resources.${resource}.choices.${source}.${value}`, { _: label ?? value }),
    icon: isIcon(icon) ? icon : null,
    mark: mark ?? null,
  }));
}

/** The label of the selected option; a value that is no longer an option is shown unchanged. */
export default function ChoiceCell({ value, field, source, resource }: CellProps<'choice'>) {
  const translate = useTranslate();
  const options = useChoiceOptions(resource, source, field);
  if (value == null || value === '') return translate('engine.list.nothing');
  const option = options.find((candidate) => candidate.value === value);
  const label = option?.label ?? String(value);
  return option?.mark ? (
    <span className={classes.marked} style={{ color: `var(--${option.mark})` }}>
      {label}
    </span>
  ) : (
    label
  );
}

/** Filter by one of the options. */
export function ChoiceFilter({ field, source, resource, label, value, onChange }: FilterProps<'choice'>) {
  const options = useChoiceOptions(resource, source, field);
  return (
    <SelectFilter label={label} value={typeof value === 'string' ? value : ''} options={options} onChange={onChange} />
  );
}
