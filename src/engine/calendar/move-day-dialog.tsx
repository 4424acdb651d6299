import '#i18n/calendar-texts.ts';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { companyToday } from '#console/data/company-clock.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { CalendarFields } from '#resources/language/calendar.ts';
import type { FieldOf } from '#resources/language/define-resource.ts';
import dialogClasses from '../form/form-dialog.module.css';
import { recordTitle, useResource } from '../resource-context.tsx';
import { isDay } from './days.ts';
import { dateRecord } from './spans.ts';

/** Bounds of a day field for the browser's date picker; date-time fields have none. */
function pickerBounds({ from: { field }, unit }: CalendarFields): { min?: string; max?: string } {
  if (unit !== 'day') return {};
  const { from, to } = field as FieldOf<'date'>;
  const boundDay = (bound: string) => (bound === 'today' ? companyToday().date : bound);
  return { ...(from ? { min: boundDay(from) } : {}), ...(to ? { max: boundDay(to) } : {}) };
}

/** Dialog that asks for the new start day of a record. Loaded lazily. */
export default function MoveDayDialog({
  calendar,
  record,
  onDay,
  onClose,
}: {
  calendar: CalendarFields;
  record: RaRecord;
  onDay: (day: string) => Promise<void>;
  onClose: () => void;
}) {
  const resource = useResource();
  const translate = useTranslate();
  const id = useId();
  const [day, setDay] = useState(() => dateRecord(calendar, record)?.first ?? companyToday().date);
  const [isSending, setIsSending] = useState(false);
  const name = recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`));
  return (
    <PanelDialog onClose={onClose} aria-labelledby={`${id}-title`} width={420}>
      <form
        className={dialogClasses.dialog}
        onSubmit={async (event) => {
          event.preventDefault();
          if (!isDay(day) || isSending) return;
          setIsSending(true);
          await onDay(day);
          onClose();
        }}
      >
        <h2 id={`${id}-title`} className={dialogClasses.title}>
          {translate('calendar.moveTitle', { name })}
        </h2>
        <FieldFrame id={id} label={translate('calendar.moveTo')} required>
          <OutlinedInput
            id={id}
            type="date"
            fullWidth
            autoFocus
            value={day}
            onChange={(event) => setDay(event.target.value)}
            inputProps={{ ...pickerBounds(calendar), required: true }}
          />
        </FieldFrame>
        <div className={dialogClasses.buttons}>
          <ActionButton onClick={onClose}>{translate('ui.cancel')}</ActionButton>
          <ActionButton variant="primary" type="submit" busy={isSending}>
            {translate('calendar.moveYes')}
          </ActionButton>
        </div>
      </form>
    </PanelDialog>
  );
}
