import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { durationText, minutesOf } from '#resources/language/kinds/clock-text.ts';
import type { InputProps } from '../field-props.ts';
import { TextBox } from '../parts/text-box.tsx';
import { useField } from '../use-field.ts';

/** How long something takes, typed as people write it; one that is left is written out: «90» → «1 ч 30 мин». */
export default function DurationInput(props: InputProps<'duration'>) {
  const field = useField<number | string | null>(props);
  const translate = useTranslate();
  const [draft, setDraft] = useState<string | null>(null);
  const durationLabel = typeof field.value === 'number' ? durationText(field.value) : String(field.value ?? '');
  const leave = () => {
    setDraft(null);
    field.leave();
  };
  return (
    <TextBox
      field={{ ...field, leave }}
      text={draft ?? durationLabel}
      onText={(typed) => {
        setDraft(typed);
        field.set(minutesOf(typed));
      }}
      placeholder={translate('kinds.durationLike')}
    />
  );
}
