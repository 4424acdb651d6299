import { useTranslate } from 'react-admin';
import { RecoveryCodes } from '#console/shell/second-factor/recovery-codes.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { DialogButtons, PlainDialog } from '#console/ui/dialogs/field-dialog.tsx';

/** Shows new recovery codes, which cannot be shown again; closes only by its button. */
export default function CodesDialog({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const translate = useTranslate();
  return (
    <PlainDialog title={translate('secondFactor.codes.title')} lead={translate('secondFactor.codes.lead')}>
      <RecoveryCodes codes={codes} />
      <DialogButtons>
        <ActionButton variant="primary" onClick={onDone}>
          {translate('secondFactor.codes.done')}
        </ActionButton>
      </DialogButtons>
    </PlainDialog>
  );
}
