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
import { padded, parseDigits } from '../number/mask.ts';
import classes from './meter-box.module.css';

const EMPTY = '0'.repeat(COUNT.meterDigits);

/**
 * A value of a meter: only digits, six of them, zeros put in front when one leaves it, nothing stays nothing (READ-22,
 * READ-23); anything else stays as it was typed, and the rule refuses it. What was last given stands in it as a placeholder, «000 000»
 * where nothing was (READ-21).
 * @param last what was last given, six digits
 * @param tip the reading of last month and its sender (READ-20)
 */
export function MeterBox({
  id,
  meter,
  name,
  value,
  onValue,
  onLeave,
  last,
  tip,
  help,
  error,
  disabled = false,
}: {
  id: string;
  meter: MeterType;
  /** Translated. */
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
  const type = (typed: string) => {
    setDraft(typed);
    onValue(parseDigits(typed, COUNT.meterDigits));
  };
  const leave = () => {
    onValue(padded(draft ?? value ?? '', COUNT.meterDigits));
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
          placeholder={groupedDigits(last ?? EMPTY)}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
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
