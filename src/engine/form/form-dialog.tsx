import { type ReactNode, Suspense, useId } from 'react';
import { Form, type FormProps } from 'react-admin';
import { type FieldValues, useFormState } from 'react-hook-form';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import classes from './form-dialog.module.css';

/**
 * A dialog that asks for fields of a record, by their own inputs and rules.
 * @param head what stands above them, and stays while they change
 * @param formKey a new key begins the form anew
 * @param form which values it begins with, and how
 * @param submit the button that sends, in place of a plain one
 */
export function FormDialog({
  title,
  head,
  formKey,
  form,
  onSubmit,
  cancel,
  yes,
  submit,
  onClose,
  children,
}: {
  title: string;
  head?: ReactNode;
  formKey?: string;
  form: Pick<FormProps, 'record' | 'defaultValues' | 'resetOptions'>;
  onSubmit: (values: FieldValues) => Promise<Record<string, string> | undefined>;
  cancel: string;
  yes: string;
  submit?: ReactNode;
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
        {head}
        <Form
          key={formKey}
          className={classes.form}
          {...form}
          onSubmit={onSubmit}
          mode="onTouched"
          disableInvalidFormNotification
          noValidate
        >
          {/* A rule holds once its input is there: until then nothing can be sent. */}
          <Suspense fallback={<Skeleton height={64} />}>
            {children}
            <div className={classes.buttons}>
              <ActionButton onClick={onClose}>{cancel}</ActionButton>
              {submit ?? <SubmitButton>{yes}</SubmitButton>}
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
