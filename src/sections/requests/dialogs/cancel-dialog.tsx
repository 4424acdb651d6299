import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { forgetValues, keepValues, keptText } from '#console/data/drafts/kept-values.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { TASK_TEXT } from '#resources/rules/requests/constants.ts';
import { Modal } from './modal.tsx';

/**
 * «Укажите причину отмены» (TASK-26…28): the reason is required; an unsent reason is restored from a local draft.
 */
export default function CancelDialog({
  request,
  subtitle,
  onReason,
  onClose,
}: {
  /** Id of the request; null for several. */
  request: number | null;
  subtitle: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const draftKey = `/tasks?cancel=${request ?? 'many'}`;
  const [text, setText] = useState(() => keptText(draftKey, 'reason'));
  const reason = text.trim();
  const { max } = TASK_TEXT.reason;
  const canSubmit = reason !== '' && [...reason].length <= max;
  return (
    <Modal
      title={translate('tasks.cancel.title')}
      subtitle={subtitle}
      width={460}
      onClose={onClose}
      onSubmit={() => {
        if (!canSubmit) return;
        forgetValues(draftKey);
        onReason(reason);
      }}
      footer={
        <>
          <ActionButton onClick={onClose}>{translate('tasks.cancel.back')}</ActionButton>
          <ActionButton variant="danger" type="submit" unready={!canSubmit}>
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
            keepValues(draftKey, { reason: event.target.value });
          }}
          inputProps={{ 'aria-required': true, 'aria-describedby': `${id}-help` }}
        />
      </FieldFrame>
    </Modal>
  );
}
