import { useTranslate } from 'react-admin';
import { digitsIn } from '#resources/language/kinds/company-number.ts';
import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** INN, OGRN or BIK; one that is left has its digits alone. */
export default function CompanyNumberInput(props: InputProps<'company-number'>) {
  const field = useField<string | null>(props);
  const translate = useTranslate();
  const leave = () => {
    const digits = digitsIn(field.value ?? '');
    if (digits !== (field.value ?? '')) field.set(digits);
    field.leave();
  };
  return (
    <TextBox
      field={{ ...field, leave }}
      text={field.value ?? ''}
      onText={field.set}
      mode="numeric"
      placeholder={translate(`kinds.digits.${props.field.of}`)}
    />
  );
}
