import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { fieldMistake } from '#console/fields/field-rule.ts';
import MomentPicker from '#console/fields/parts/moment-picker.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { currentDate } from '#resources/clock.ts';
import { presets } from '../model/deadline.ts';
import classes from './details.module.css';

const FIELD = { kind: 'requests:deadline' } as const;

/** Sets the deadline of a request: picked, typed, or one of the most frequent. An incomplete date is not stored. */
export default function DeadlineForm({
  deadline,
  onStore,
  onCancel,
}: {
  deadline: string | null;
  /** Called with ISO, or null for no deadline. */
  onStore: (deadline: string | null) => void;
  onCancel: () => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const [value, setValue] = useState(deadline);
  const [mistake, setMistake] = useState<string | null>(null);
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
        const newMistake = fieldMistake(FIELD, value);
        setMistake(newMistake);
        if (!newMistake) onStore(value);
      }}
    >
      <MomentPicker
        label={translate('tasks.details.setDeadline')}
        value={value}
        onValue={(at) => {
          setValue(at);
          setMistake(null);
        }}
        aria={{
          'aria-invalid': mistake ? true : undefined,
          'aria-required': undefined,
          'aria-describedby': mistake ? id : undefined,
        }}
        autoFocus
      />
      {mistake ? (
        <p className={classes.problem} id={id} role="alert">
          {translate(mistake)}
        </p>
      ) : null}
      {presets(currentDate()).map(([name, at]) => (
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
