import '#i18n/form-pages-texts.ts';
import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './second-look-dialog.module.css';

/** Asks whether to send unusual values. Loaded lazily, because most people never see it. */
export default function SecondLookDialog({
  lines,
  onAnswer,
}: {
  lines: readonly string[];
  onAnswer: (shouldSend: boolean) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open onClose={() => onAnswer(false)} aria-labelledby={id}>
      <div className={classes.dialog}>
        <h2 id={id} className={classes.title}>
          {translate('engine.form.secondLook.title')}
        </h2>
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={classes.hint}>{translate('engine.form.secondLook.line')}</p>
        <div className={classes.buttons}>
          <ActionButton onClick={() => onAnswer(false)}>{translate('engine.form.secondLook.back')}</ActionButton>
          <ActionButton variant="primary" onClick={() => onAnswer(true)}>
            {translate('engine.form.secondLook.send')}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
