import Select from '@mui/material/Select';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Icon } from '#console/ui/display/icon.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { InputProps } from '../field-props.ts';
import { OptionGroup } from '../parts/option-group.tsx';
import { useField } from '../use-field.ts';
import { type Option, useChoices } from './cell.tsx';
import classes from './input.module.css';

/** The mark before the label of a choice: its icon, else its colour. */
function optionSign({ icon, mark }: Option): { sign?: ReactNode } {
  if (icon) return { sign: <Icon name={icon} size={18} /> };
  return mark ? { sign: <span className={classes.mark} style={{ background: `var(--${mark})` }} /> } : {};
}

/** One of a short list, drawn as the definition's `as` says. */
export default function ChoiceInput(props: InputProps<'choice'>) {
  const field = useField<string | null>(props);
  const translate = useTranslate();
  const options = useChoices(props.resource, props.source, props.field);
  const look = props.field.as ?? 'select';
  if (look !== 'select') {
    return (
      <FieldFrame {...field.frame} group>
        <OptionGroup
          name={field.id}
          look={look}
          options={options.map((option) => ({
            ...option,
            ...optionSign(option),
          }))}
          value={field.value}
          invalid={field.error !== null}
          disabled={field.disabled}
          onChange={field.set}
          onBlur={field.leave}
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
        onChange={(event) => field.set(event.target.value || null)}
        onBlur={field.leave}
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
