import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { formatDuration, parseDuration } from '#resources/language/kinds/clock-text.ts';
import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** Input of a duration as free text; on blur it is written out: «90» → «1 ч 30 мин». */
export default function DurationInput(props: InputProps<'duration'>) {
  const field = useField<number | string | null>(props);
  const translate = useTranslate();
  const [draft, setDraft] = useState<string | null>(null);
  const durationLabel = typeof field.value === 'number' ? formatDuration(field.value) : String(field.value ?? '');
  const onBlur = () => {
    setDraft(null);
    field.onBlur();
  };
  return (
    <TextBox
      field={{ ...field, onBlur }}
      text={draft ?? durationLabel}
      onText={(text) => {
        setDraft(text);
        field.onChange(parseDuration(text));
      }}
      placeholder={translate('kinds.durationLike')}
    />
  );
}
