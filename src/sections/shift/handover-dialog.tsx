import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useAction } from '#console/data/use-action.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { SHIFT_NOTE } from '#resources/protocol/shift/shift-bounds.ts';
import classes from './shift.module.css';
import { handOver, useReloadShift } from './shift-calls.ts';

/** Confirms a hand-over of the shift, with a note to the next one. @param buildings to hand over; null for all of the person's */
export default function HandoverDialog({
  buildings,
  onClose,
}: {
  buildings: readonly number[] | null;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const reloadShift = useReloadShift();
  const [note, setNote] = useState('');
  const [busy, run] = useAction();
  const count = [...note].length;
  const isTooLong = count > SHIFT_NOTE.max;
  const act = () =>
    run(async (signal) => {
      await handOver(buildings, note.trim(), signal);
      notify('shift.handover.done');
      onClose();
      await reloadShift();
    });
  return (
    <PanelDialog onClose={onClose} aria-labelledby={`${id}-title`} aria-describedby={`${id}-lead`} width={480}>
      <form
        className={classes.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isTooLong && !busy) act();
        }}
      >
        <h2 id={`${id}-title`} className={classes.question}>
          {translate('shift.handover.title')}
        </h2>
        <p id={`${id}-lead`}>
          {translate('shift.handover.lead')}{' '}
          {buildings
            ? translate('shift.handover.forSome', { smart_count: buildings.length })
            : translate('shift.handover.forAll')}
        </p>
        <FieldFrame
          id={id}
          label={translate('shift.handover.notes')}
          counter={{ count, max: SHIFT_NOTE.max }}
          error={isTooLong ? translate('validation.tooLong') : null}
        >
          <OutlinedInput
            id={id}
            value={note}
            autoFocus
            multiline
            minRows={3}
            maxRows={10}
            fullWidth
            notched={false}
            placeholder={translate('shift.notes.placeholder')}
            onChange={(event) => setNote(event.target.value)}
          />
        </FieldFrame>
        <div className={classes.buttons}>
          <ActionButton onClick={onClose}>{translate('ui.cancel')}</ActionButton>
          <ActionButton type="submit" variant="primary" busy={busy} unready={isTooLong}>
            {translate('shift.handover.act')}
          </ActionButton>
        </div>
      </form>
    </PanelDialog>
  );
}
