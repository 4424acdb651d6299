import { type ReactNode, Suspense, useId } from 'react';
import { Form, type FormProps } from 'react-admin';
import { type FieldValues, useFormState } from 'react-hook-form';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import classes from './form-dialog.module.css';

/**
 * Dialog with a form of record fields, using their usual inputs and validation.
 * @param header content above the fields; kept when `formKey` changes
 * @param formKey a new key remounts the form
 * @param form initial values and how they are reset
 * @param submitButton replaces the default submit button
 */
export function FormDialog({
  title,
  header,
  formKey,
  form,
  onSubmit,
  cancelLabel,
  submitLabel,
  submitButton,
  onClose,
  children,
}: {
  title: string;
  header?: ReactNode;
  formKey?: string;
  form: Pick<FormProps, 'record' | 'defaultValues' | 'resetOptions'>;
  onSubmit: (values: FieldValues) => Promise<Record<string, string> | undefined>;
  cancelLabel: string;
  submitLabel: string;
  submitButton?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <PanelDialog onClose={onClose} aria-labelledby={id} width={480}>
      <div className={classes.dialog}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {header}
        <Form
          key={formKey}
          className={classes.form}
          {...form}
          onSubmit={onSubmit}
          mode="onTouched"
          disableInvalidFormNotification
          noValidate
        >
          {/* Validation starts once an input is loaded, so the buttons appear together with the inputs. */}
          <Suspense fallback={<Skeleton height={64} />}>
            {children}
            <div className={classes.buttons}>
              <ActionButton onClick={onClose}>{cancelLabel}</ActionButton>
              {submitButton ?? <SubmitButton>{submitLabel}</SubmitButton>}
            </div>
          </Suspense>
        </Form>
      </div>
    </PanelDialog>
  );
}

function SubmitButton({ children }: { children: string }) {
  const { isSubmitting } = useFormState();
  return (
    <ActionButton variant="primary" type="submit" busy={isSubmitting}>
      {children}
    </ActionButton>
  );
}
