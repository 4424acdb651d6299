import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { forgetValues, keepValues, keptText } from '#console/data/drafts/kept-values.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { TASK_TEXT } from '#resources/rules/requests/constants.ts';
import { Modal } from './modal.tsx';

/**
 * «Укажите причину отмены» (TASK-26…28): nothing can be sent before a reason is typed. What was typed for this request
 * before and not sent stands there again.
 */
export default function CancelDialog({
  request,
  about,
  onReason,
  onClose,
}: {
  /** Id of the request; null for several. */
  request: number | null;
  about: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const place = `/tasks?cancel=${request ?? 'many'}`;
  const [text, setText] = useState(() => keptText(place, 'reason'));
  const reason = text.trim();
  const { max } = TASK_TEXT.reason;
  const ready = reason !== '' && [...reason].length <= max;
  return (
    <Modal
      title={translate('tasks.cancel.title')}
      about={about}
      width={460}
      onClose={onClose}
      onSubmit={() => {
        if (!ready) return;
        forgetValues(place);
        onReason(reason);
      }}
      footer={
        <>
          <ActionButton onClick={onClose}>{translate('tasks.cancel.back')}</ActionButton>
          <ActionButton variant="danger" type="submit" unready={!ready}>
            {translate(request === null ? 'tasks.bulk.cancel' : 'tasks.cancel.submit')}
          </ActionButton>
        </>
      }
    >
      <FieldFrame
        id={id}
        label={translate('tasks.cancel.label')}
        help={translate('tasks.cancel.help')}
        counter={{ count: [...reason].length, max }}
        required
      >
        <OutlinedInput
          id={id}
          fullWidth
          multiline
          minRows={4}
          maxRows={10}
          autoFocus
          value={text}
          placeholder={translate('tasks.cancel.placeholder')}
          onChange={(event) => {
            setText(event.target.value);
            keepValues(place, { reason: event.target.value });
          }}
          inputProps={{ 'aria-required': true, 'aria-describedby': `${id}-help` }}
        />
      </FieldFrame>
    </Modal>
  );
}
