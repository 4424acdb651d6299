import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { validateField } from '#console/fields/field-rule.ts';
import MomentPicker from '#console/fields/parts/moment-picker.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { currentDate } from '#resources/clock.ts';
import { deadlinePresets } from '../model/deadline.ts';
import classes from './details.module.css';

const FIELD = { kind: 'requests:deadline' } as const;

/** Form that sets the deadline of a request by a date picker or a button; an incomplete date is refused. */
export default function DeadlineForm({
  deadline,
  onStore,
  onCancel,
}: {
  deadline: string | null;
  /** Called with an ISO timestamp, or null for no deadline. */
  onStore: (deadline: string | null) => void;
  onCancel: () => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const [value, setValue] = useState(deadline);
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      className={classes.deadline}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const newError = validateField(FIELD, value);
        setError(newError);
        if (!newError) onStore(value);
      }}
    >
      <MomentPicker
        label={translate('tasks.details.setDeadline')}
        value={value}
        onValue={(at) => {
          setValue(at);
          setError(null);
        }}
        aria={{
          'aria-invalid': error ? true : undefined,
          'aria-required': undefined,
          'aria-describedby': error ? id : undefined,
        }}
        autoFocus
      />
      {error ? (
        <p className={classes.problem} id={id} role="alert">
          {translate(error)}
        </p>
      ) : null}
      {deadlinePresets(currentDate()).map(([name, at]) => (
        <ActionButton key={name} size="sm" onClick={() => onStore(at.toISOString())}>
          {translate(`tasks.details.presets.${name}`)}
        </ActionButton>
      ))}
      <ActionButton size="sm" type="submit" variant="primary">
        {translate('tasks.details.save')}
      </ActionButton>
      {deadline ? (
        <ActionButton size="sm" variant="ghost" onClick={() => onStore(null)}>
          {translate('tasks.details.clearDeadline')}
        </ActionButton>
      ) : null}
    </form>
  );
}
