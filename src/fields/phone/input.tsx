import { FieldFrame } from '#console/ui/field-frame.tsx';
import { MaskedInput } from '#console/ui/masked-input.tsx';
import { formatPhone, phoneDigits } from '#resources/language/kinds/phone-format.ts';
import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';

/** A Russian telephone number under its mask; the bare «+7» of an empty mask is no value. */
export default function PhoneInput(props: InputProps<'phone'>) {
  const field = useField<string | null>(props);
  const text = field.value ?? '';
  return (
    <FieldFrame {...field.frame}>
      <MaskedInput
        mask="+7 (999) 999-99-99"
        id={field.id}
        value={phoneDigits(text) ? formatPhone(text) : text}
        onValue={(typed) => field.set(/^\+7\D*$/.test(typed) ? '' : typed)}
        error={field.error !== null}
        disabled={field.disabled}
        onBlur={field.leave}
        inputProps={{ ...field.aria, autoComplete: 'off' }}
      />
    </FieldFrame>
  );
}
