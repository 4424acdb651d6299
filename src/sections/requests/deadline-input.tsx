import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { InputProps } from '#console/fields/field-props.ts';
import MomentPicker from '#console/fields/parts/moment-picker.tsx';
import { useField } from '#console/fields/use-field.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { currentDate } from '#resources/clock.ts';
import classes from './deadline-input.module.css';
import { presets } from './model/deadline.ts';

/** Until when a request must be done: picked, typed, or one of what is given most. */
export default function DeadlineInput(props: InputProps<'requests:deadline'>) {
  const translate = useTranslate();
  const field = useField<string | null>(props);
  const { value, set } = field;
  // What the picker shows; with what comes from elsewhere, a preset or a template, it begins anew.
  const [shown, show] = useState({ value, turn: 0 });
  if (value !== shown.value) show({ value, turn: shown.turn + 1 });
  const take = (at: string | null) => {
    show({ ...shown, value: at });
    set(at);
  };
  return (
    <FieldFrame {...field.frame}>
      <MomentPicker key={shown.turn} id={field.id} value={value} onValue={take} onLeave={field.leave} />
      <div className={classes.presets}>
        {presets(currentDate()).map(([name, at]) => (
          <ActionButton key={name} size="sm" onClick={() => set(at.toISOString())}>
            {translate(`tasks.details.presets.${name}`)}
          </ActionButton>
        ))}
      </div>
    </FieldFrame>
  );
}
