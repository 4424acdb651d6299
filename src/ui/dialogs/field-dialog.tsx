import Dialog from '@mui/material/Dialog';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '../buttons/action-button.tsx';
import { describedBy, FieldFrame } from '../inputs/field-frame.tsx';
import classes from './field-dialog.module.css';

/**
 * A dialog with a title, content and buttons.
 * @param onClose if omitted, only its own buttons close it
 */
export function PlainDialog({
  title,
  lead,
  children,
  onClose,
}: {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
  onClose?: () => void;
}) {
  const id = useId();
  return (
    <Dialog
      open
      aria-labelledby={id}
      {...(onClose ? { onClose } : {})}
      // Key events must not reach the form or card that the dialog was opened from.
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      <div className={classes.dialog}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {lead ? <Lead>{lead}</Lead> : null}
        {children}
      </div>
    </Dialog>
  );
}

/** An introductory sentence. */
export const Lead = ({ children }: { children: ReactNode }) => <p className={classes.lead}>{children}</p>;

/** The row of buttons at the end of a dialog. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons}>{children}</div>
);

/** A dialog that asks for one text. */
export function FieldDialog({
  title,
  lead,
  children,
  label,
  value,
  onValue,
  mistake,
  input: { inputProps, ...input },
  yes,
  isDangerous = false,
  busy,
  onSubmit,
  onClose,
}: {
  title: string;
  lead?: string | undefined;
  /** Content above the field. */
  children?: ReactNode;
  label: string;
  value: string;
  onValue: (typed: string) => void;
  mistake: string | null;
  input: Pick<OutlinedInputProps, 'type' | 'autoComplete' | 'autoFocus' | 'inputProps'>;
  yes: string;
  isDangerous?: boolean;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const fieldId = useId();
  function submit(event: FormEvent): void {
    event.preventDefault();
    // React events of a portal also bubble to the form that the dialog was opened from.
    event.stopPropagation();
    if (!busy) onSubmit();
  }
  return (
    <PlainDialog title={title} lead={lead} onClose={onClose}>
      {children}
      <form className={classes.form} noValidate onSubmit={submit} aria-busy={busy}>
        <FieldFrame id={fieldId} label={label} error={mistake}>
          <OutlinedInput
            id={fieldId}
            fullWidth
            {...input}
            value={value}
            error={mistake !== null}
            onChange={({ target }) => onValue(target.value)}
            inputProps={{
              ...inputProps,
              'aria-required': true,
              'aria-invalid': Boolean(mistake),
              'aria-describedby': describedBy(fieldId, { error: mistake }),
            }}
          />
        </FieldFrame>
        <DialogButtons>
          <ActionButton onClick={onClose}>{translate('ui.cancel')}</ActionButton>
          <ActionButton variant={isDangerous ? 'danger' : 'primary'} type="submit" busy={busy}>
            {yes}
          </ActionButton>
        </DialogButtons>
      </form>
    </PlainDialog>
  );
}
