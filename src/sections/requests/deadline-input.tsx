import { useTranslate } from 'react-admin';
import type { InputProps } from '#console/fields/field-props.ts';
import MomentPicker from '#console/fields/parts/moment-picker.tsx';
import { useField } from '#console/fields/use-field.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { currentDate } from '#resources/clock.ts';
import classes from './deadline-input.module.css';
import { deadlinePresets } from './model/deadline.ts';

/** Input of a request's deadline: a date picker and buttons with frequent deadlines. */
export default function DeadlineInput(props: InputProps<'requests:deadline'>) {
  const translate = useTranslate();
  const field = useField<string | null>(props);
  return (
    <FieldFrame {...field.frame}>
      <MomentPicker
        id={field.id}
        value={field.value}
        onValue={field.onChange}
        onLeave={field.onBlur}
        aria={field.aria}
      />
      <div className={classes.presets}>
        {deadlinePresets(currentDate()).map(([name, at]) => (
          <ActionButton key={name} size="sm" onClick={() => field.onChange(at.toISOString())}>
            {translate(`tasks.details.presets.${name}`)}
          </ActionButton>
        ))}
      </div>
    </FieldFrame>
  );
}
