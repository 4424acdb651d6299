import { useTranslate } from 'react-admin';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';

/** Input for yes or no. */
export default function CheckboxInput(props: InputProps<'checkbox'>) {
  const field = useField<boolean | null>(props);
  const translate = useTranslate();
  return (
    <FieldFrame {...field.frame} group>
      <Checkbox
        checked={field.value ?? false}
        disabled={field.disabled}
        invalid={field.error !== null}
        onChange={(checked) => {
          field.onChange(checked);
          field.onBlur();
        }}
      >
        {translate('engine.fields.yes')}
      </Checkbox>
    </FieldFrame>
  );
}
