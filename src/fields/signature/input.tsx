import '#i18n/signature-texts.ts';
import DrawOutlined from '@mui/icons-material/DrawOutlined';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { parseSignature, type SignatureValue } from '#resources/language/kinds/signature.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { useFormRefusal } from '../form-context.ts';
import { useField } from '../use-field.ts';
import { SignatureCard, SignedBox } from './cell.tsx';
import classes from './signature.module.css';

const PadDialog = lazy(() => import('./pad-dialog.tsx'));

/** Input of a signature, drawn in a dialog so that scrolling the form by finger cannot draw by mistake. */
export default function SignatureInput(props: InputProps<'signature'>) {
  const field = useField<SignatureValue | null>(props);
  const translate = useTranslate();
  const refusal = useFormRefusal();
  const [isOpen, setIsOpen] = useState(false);
  const signButton = useRef<HTMLButtonElement>(null);
  const signature = parseSignature(field.value);
  const closePad = () => {
    setIsOpen(false);
    field.onBlur();
  };
  const removeSignature = () => {
    field.onChange(null);
    field.onBlur();
    // The pressed button disappears with the signature.
    signButton.current?.focus();
  };
  return (
    <FieldFrame {...field.frame} group>
      <div className={classes.box}>
        {signature ? <SignedBox signature={signature} /> : null}
        {field.disabled ? null : (
          <div className={classes.buttons}>
            <ActionButton ref={signButton} icon={<DrawOutlined />} refusal={refusal} onClick={() => setIsOpen(true)}>
              {translate(signature ? 'signature.again' : 'signature.sign')}
            </ActionButton>
            {signature && !refusal ? (
              <ActionButton variant="ghost" onClick={removeSignature}>
                {translate('signature.remove')}
              </ActionButton>
            ) : null}
          </div>
        )}
      </div>
      {isOpen ? (
        <Suspense fallback={null}>
          <PadDialog
            title={props.label}
            name={signature?.name ?? ''}
            onSigned={(signed) => {
              field.onChange(signed);
              closePad();
            }}
            onClose={closePad}
          />
        </Suspense>
      ) : null}
    </FieldFrame>
  );
}

/** A signature in a comparison of two people's changes. */
export function FullSignature({ value }: FullProps<'signature'>) {
  return <SignatureCard value={value} />;
}
