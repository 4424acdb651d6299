import '#i18n/hand-over-texts.ts';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import { useId, useRef, useState } from 'react';
import { text } from '#i18n/console-text.ts';
import { ActionButton } from '../buttons/action-button.tsx';
import { announce } from '../states/announce.ts';
import classes from './copy-field.module.css';

/** A text to pass on to somebody: shown in full, with a copy button. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null);
  const showOutcome = (result: 'copied' | 'notCopied') => {
    setOutcome(result);
    announce(text(`handOver.${result}`));
  };
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      showOutcome('copied');
    } catch {
      // Over plain HTTP there is no clipboard: the text stays selected, and a message says what to do.
      showOutcome('notCopied');
    }
  };
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} ref={field} className={classes.value} readOnly rows={2} value={value} />
      <div className={classes.ways}>
        <ActionButton size="sm" icon={<ContentCopyOutlined aria-hidden />} onClick={() => void copy()}>
          {text('handOver.copy')}
        </ActionButton>
        {outcome ? <small>{text(`handOver.${outcome}`)}</small> : null}
      </div>
    </div>
  );
}
