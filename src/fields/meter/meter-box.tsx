import InfoOutlined from '@mui/icons-material/InfoOutlined';
import OutlinedInput from '@mui/material/OutlinedInput';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { MeterIcon } from '#console/ui/display/meter-icon.tsx';
import { groupedDigits } from '#console/ui/display/odometer.tsx';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { COUNT } from '#resources/limits.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import { padDigits, parseDigits } from '../number/mask.ts';
import classes from './meter-box.module.css';

const ZEROS = '0'.repeat(COUNT.meterDigits);

/**
 * Input of a meter reading: six digits, padded with zeros on blur; an empty box stays empty (READ-22, READ-23). Other text is
 * kept as typed, and validation refuses it. The last reading is the placeholder, or «000 000» (READ-21).
 * @param last last reading, six digits
 * @param tip last month's reading and its sender (READ-20)
 */
export function MeterBox({
  id,
  meter,
  name,
  value,
  onValue,
  onLeave,
  last: lastReading,
  tip,
  help,
  error,
  disabled = false,
}: {
  id: string;
  meter: MeterType;
  /** Translated name of the meter. */
  name: string;
  value: string | null;
  onValue: (value: string | null) => void;
  onLeave?: () => void;
  last?: string | null;
  tip?: ReactNode;
  help?: ReactNode;
  error?: string | null;
  disabled?: boolean;
}) {
  const translate = useTranslate();
  const [draft, setDraft] = useState<string | null>(null);
  const onType = (text: string) => {
    setDraft(text);
    onValue(parseDigits(text, COUNT.meterDigits));
  };
  const onBlur = () => {
    onValue(padDigits(draft ?? value ?? '', COUNT.meterDigits));
    setDraft(null);
    onLeave?.();
  };
  return (
    <div className={classes.meter}>
      <span className={classes.sign}>
        <MeterIcon meter={meter} size={18} />
      </span>
      <FieldFrame id={id} label={name} error={error ?? null} {...(help ? { help } : {})}>
        <OutlinedInput
          id={id}
          fullWidth
          className={classes.box ?? ''}
          value={draft ?? value ?? ''}
          error={Boolean(error)}
          disabled={disabled}
          placeholder={groupedDigits(lastReading ?? ZEROS)}
          onChange={(event) => onType(event.target.value)}
          onBlur={onBlur}
          inputProps={{
            inputMode: 'numeric',
            autoComplete: 'off',
            'aria-describedby': describedBy(id, { error, help }),
            'aria-invalid': error ? true : undefined,
          }}
          endAdornment={
            tip ? (
              <Tooltip title={tip}>
                <button
                  type="button"
                  className={classes.tip}
                  aria-label={translate('readings.lastHint', { meter: name })}
                >
                  <InfoOutlined aria-hidden />
                </button>
              </Tooltip>
            ) : undefined
          }
        />
      </FieldFrame>
    </div>
  );
}
