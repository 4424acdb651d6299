import { useTranslate } from 'react-admin';
import MomentPicker from '#console/fields/parts/moment-picker.tsx';
import { FieldFrame } from '#console/ui/field-frame.tsx';
import { useFormField } from './use-form-field.ts';

/** Until when it must be done; may be left open (issue 5 "deadline"). */
export function DeadlineField() {
  const translate = useTranslate();
  const field = useFormField<string | null>('deadline', translate('tasks.form.deadline'), () => null);
  return (
    <FieldFrame {...field.frame}>
      <MomentPicker id={field.id} value={field.value} onValue={field.set} onLeave={field.leave} />
    </FieldFrame>
  );
}
