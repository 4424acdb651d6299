import { useState } from 'react';
import { downloadFile } from '#console/data/export/save-file.ts';
import { productName } from '#console/data/http/failures.ts';
import { announce } from '#console/ui/states/announce.ts';
import { text } from '#i18n/console-text.ts';
import classes from './second-factor.module.css';

const formatCodes = (codes: readonly string[]) =>
  [`${productName()}. ${text('secondFactor.codes.title')}`, '', ...codes, ''].join('\n');

/** Prints only the codes, from a separate document. */
function printCodes(codes: readonly string[]): void {
  const frame = document.createElement('iframe');
  // Browsers do not print a frame with `display: none`.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  document.body.append(frame);
  const page = frame.contentDocument;
  const lines = page?.createElement('pre');
  if (page && lines) {
    lines.textContent = formatCodes(codes);
    page.body.append(lines);
  }
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow?.print();
}

/** Recovery codes, shown once: to copy, save or print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setIsCopied(true);
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
          {text(isCopied ? 'secondFactor.codes.copied' : 'secondFactor.codes.copy')}
        </button>
        <button
          type="button"
          className={classes.way}
          onClick={() =>
            downloadFile(text('secondFactor.codes.file'), new Blob([formatCodes(codes)], { type: 'text/plain' }))
          }
        >
          {text('secondFactor.codes.download')}
        </button>
        <button type="button" className={classes.way} onClick={() => printCodes(codes)}>
          {text('secondFactor.codes.print')}
        </button>
      </div>
    </>
  );
}
