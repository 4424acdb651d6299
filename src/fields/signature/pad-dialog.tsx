import '#i18n/signature-texts.ts';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { announce } from '#console/ui/states/announce.ts';
import { SIGNER_NAME_MAX, type SignatureValue } from '#resources/language/kinds/signature.ts';
import { formatStrokes, STROKES_MAX, type Stroke } from '#resources/rules/strokes.ts';
import classes from './pad.module.css';
import { Pad } from './pad.tsx';

/**
 * Dialog to sign by drawing and entering a name; the name alone is enough for people who cannot draw.
 * @param title what is being signed
 * @param name former signer
 */
export default function PadDialog({
  title,
  name: formerName,
  onSigned,
  onClose,
}: {
  title: string;
  name: string;
  onSigned: (signature: SignatureValue) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [name, setName] = useState(formerName);
  const isEmptyPad = strokes.length === 0;
  const canSign = !isEmptyPad || name.trim() !== '';
  const help = translate('signature.nameHint');

  function keepStrokes(next: readonly Stroke[]): void {
    if (next.length > STROKES_MAX) {
      announce(translate('signature.full'));
      return;
    }
    setStrokes(next);
    announce(translate(next.length ? 'signature.drawn' : 'signature.cleared', { smart_count: next.length }));
  }

  function sign(): void {
    if (canSign) onSigned({ drawing: formatStrokes(strokes) || null, name: name.trim() || null, at: null });
  }

  return (
    // Closes only by Escape or a button: an accidental click beside the dialog must not discard the drawing.
    <PanelDialog
      width={648}
      aria-labelledby={`${id}-title`}
      onClose={(_, reason) => reason === 'escapeKeyDown' && onClose()}
    >
      <form
        className={classes.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals: the form that opened the dialog must not be submitted too.
          event.stopPropagation();
          sign();
        }}
      >
        <h2 id={`${id}-title`} className={classes.title}>
          {title}
        </h2>
        <Pad
          strokes={strokes}
          onStrokes={keepStrokes}
          label={translate('signature.pad')}
          hint={translate('signature.padHint')}
        />
        <div className={classes.tools}>
          <ActionButton
            variant="ghost"
            size="sm"
            unready={isEmptyPad}
            onClick={() => keepStrokes(strokes.slice(0, -1))}
          >
            {translate('signature.undo')}
          </ActionButton>
          <ActionButton variant="ghost" size="sm" unready={isEmptyPad} onClick={() => keepStrokes([])}>
            {translate('signature.clear')}
          </ActionButton>
        </div>
        <FieldFrame id={id} label={translate('signature.name')} help={help}>
          <OutlinedInput
            id={id}
            fullWidth
            value={name}
            onChange={({ target }) => setName(target.value)}
            inputProps={{
              maxLength: SIGNER_NAME_MAX,
              autoComplete: 'off',
              'aria-describedby': describedBy(id, { help }),
            }}
          />
        </FieldFrame>
        <div className={classes.buttons}>
          <ActionButton onClick={onClose}>{translate('ui.cancel')}</ActionButton>
          <ActionButton variant="primary" type="submit" unready={!canSign}>
            {translate('signature.done')}
          </ActionButton>
        </div>
      </form>
    </PanelDialog>
  );
}
