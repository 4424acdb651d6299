import { useState } from 'react';
import { saveFile } from '#console/data/export/save-file.ts';
import { productName } from '#console/data/http/failures.ts';
import { announce } from '#console/ui/states/announce.ts';
import { text } from '#i18n/console-text.ts';
import classes from './second-factor.module.css';

const asText = (codes: readonly string[]) =>
  [`${productName()}. ${text('secondFactor.codes.title')}`, '', ...codes, ''].join('\n');

/** Prints the codes alone, on a page of their own. */
function print(codes: readonly string[]): void {
  const frame = document.createElement('iframe');
  // Browsers print nothing of a frame that is not displayed.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  document.body.append(frame);
  const page = frame.contentDocument;
  const lines = page?.createElement('pre');
  if (page && lines) {
    lines.textContent = asText(codes);
    page.body.append(lines);
  }
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow?.print();
}

/** Recovery codes, this once: to be copied, saved as a file or printed. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
    announce(text('secondFactor.codes.copied'));
  };
  return (
    <>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.ways}>
        <button type="button" className={classes.way} onClick={() => void copy()}>
          {text(copied ? 'secondFactor.codes.copied' : 'secondFactor.codes.copy')}
        </button>
        <button
          type="button"
          className={classes.way}
          onClick={() => saveFile(text('secondFactor.codes.file'), new Blob([asText(codes)], { type: 'text/plain' }))}
        >
          {text('secondFactor.codes.download')}
        </button>
        <button type="button" className={classes.way} onClick={() => print(codes)}>
          {text('secondFactor.codes.print')}
        </button>
      </div>
    </>
  );
}
