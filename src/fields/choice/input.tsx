import Select from '@mui/material/Select';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Icon } from '#console/ui/display/icon.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { InputProps } from '../field-props.ts';
import { OptionGroup } from '../parts/option-group.tsx';
import { useField } from '../use-field.ts';
import { type ChoiceOption, useChoiceOptions } from './cell.tsx';
import classes from './input.module.css';

/** Icon of an option, else its colour mark. */
function signProps({ icon, mark }: ChoiceOption): { sign?: ReactNode } {
  if (icon) return { sign: <Icon name={icon} size={18} /> };
  return mark ? { sign: <span className={classes.mark} style={{ background: `var(--${mark})` }} /> } : {};
}

/** One of a short list, rendered as the definition's `as` says. */
export default function ChoiceInput(props: InputProps<'choice'>) {
  const field = useField<string | null>(props);
  const translate = useTranslate();
  const options = useChoiceOptions(props.resource, props.source, props.field);
  const variant = props.field.as ?? 'select';
  if (variant !== 'select') {
    return (
      <FieldFrame {...field.frame} group>
        <OptionGroup
          name={field.id}
          look={variant}
          options={options.map((option) => ({
            ...option,
            ...signProps(option),
          }))}
          value={field.value}
          invalid={field.error !== null}
          disabled={field.disabled}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      </FieldFrame>
    );
  }
  return (
    <FieldFrame {...field.frame}>
      <Select
        native
        fullWidth
        value={field.value ?? ''}
        error={field.error !== null}
        disabled={field.disabled}
        onChange={(event) => field.onChange(event.target.value || null)}
        onBlur={field.onBlur}
        inputProps={{ ...field.aria, id: field.id }}
      >
        <option value="">{translate('engine.form.noChoice')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
