import { useTranslate } from 'react-admin';
import { extractDigits } from '#resources/language/kinds/company-number.ts';
import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** Input of an INN, OGRN or BIK; on blur everything but digits is removed. */
export default function CompanyNumberInput(props: InputProps<'company-number'>) {
  const field = useField<string | null>(props);
  const translate = useTranslate();
  const onBlur = () => {
    const digits = extractDigits(field.value ?? '');
    if (digits !== (field.value ?? '')) field.onChange(digits);
    field.onBlur();
  };
  return (
    <TextBox
      field={{ ...field, onBlur }}
      text={field.value ?? ''}
      onText={field.onChange}
      mode="numeric"
      placeholder={translate(`kinds.digits.${props.field.of}`)}
    />
  );
}
