import '#i18n/signature-texts.ts';
import { useTranslate } from 'react-admin';
import { parseSignature, type SignatureValue } from '#resources/language/kinds/signature.ts';
import type { CellProps } from '../field-props.ts';
import { Drawing, useSignatureText } from './drawing.tsx';
import classes from './signature.module.css';

/** Thumbnail of the drawing, or the signer's name if there is none; a dash without a signature. */
export default function SignatureCell({ value }: CellProps<'signature'>) {
  const translate = useTranslate();
  const describeSigner = useSignatureText();
  const signature = parseSignature(value);
  if (!signature) return translate('engine.list.nothing');
  if (signature.drawing) return <Drawing drawing={signature.drawing} label={describeSigner(signature)} size="small" />;
  return (
    <span className={classes.byName} title={describeSigner(signature)}>
      {signature.name}
    </span>
  );
}

/** The signature with signer and time. */
export function SignatureCard({ value }: Pick<CellProps<'signature'>, 'value'>) {
  const translate = useTranslate();
  const signature = parseSignature(value);
  return signature ? <SignedBox signature={signature} /> : translate('engine.list.nothing');
}

/** A signature in full. */
export function SignedBox({ signature }: { signature: SignatureValue }) {
  const translate = useTranslate();
  const caption = useSignatureText()(signature);
  const { drawing } = signature;
  return (
    <div className={classes.card}>
      {drawing ? (
        // The caption below has the same text for screen readers.
        <div aria-hidden>
          <Drawing drawing={drawing} label={caption} size="large" />
        </div>
      ) : null}
      <span className={drawing ? classes.caption : undefined}>{caption}</span>
      {drawing ? null : <span className={classes.caption}>{translate('signature.byName')}</span>}
    </div>
  );
}
