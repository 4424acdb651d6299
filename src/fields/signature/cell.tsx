import '#i18n/signature-texts.ts';
import { useTranslate } from 'react-admin';
import { type SignatureValue, signatureOf } from '#resources/language/kinds/signature.ts';
import type { CellProps } from '../field-props.ts';
import { Drawing, useSignatureText } from './drawing.tsx';
import classes from './signature.module.css';

/** A small picture of what was drawn, or the name that stands for it; a dash where nothing is signed. */
export default function SignatureCell({ value }: CellProps<'signature'>) {
  const translate = useTranslate();
  const sayWho = useSignatureText();
  const signature = signatureOf(value);
  if (!signature) return translate('engine.list.nothing');
  if (signature.drawing) return <Drawing drawing={signature.drawing} label={sayWho(signature)} size="small" />;
  return (
    <span className={classes.byName} title={sayWho(signature)}>
      {signature.name}
    </span>
  );
}

/** The same with who has signed and when. */
export function SignatureCard({ value }: Pick<CellProps<'signature'>, 'value'>) {
  const translate = useTranslate();
  const signature = signatureOf(value);
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
        // The caption below says the same to a screen reader.
        <div aria-hidden>
          <Drawing drawing={drawing} label={caption} size="large" />
        </div>
      ) : null}
      <span className={drawing ? classes.caption : undefined}>{caption}</span>
      {drawing ? null : <span className={classes.caption}>{translate('signature.byName')}</span>}
    </div>
  );
}
