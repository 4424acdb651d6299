import '#i18n/signature-texts.ts';
import { useTranslate } from 'react-admin';
import type { SignatureValue } from '#resources/language/kinds/signature.ts';
import { getViewBox, parseStrokes, smoothPath } from '#resources/rules/strokes.ts';
import classes from './signature.module.css';

const MOMENT_FORMAT = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short' });

function formatMoment(at: string | null): string | null {
  const date = new Date(at ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : MOMENT_FORMAT.format(date);
}

/** Returns a function that describes a signature with the known parts of «Подписано: Котова А. И., 21.11.2026, 18:00». */
export function useSignatureText(): (signature: SignatureValue) => string {
  const translate = useTranslate();
  return ({ name, at }) => {
    const signedText = name === null ? translate('signature.signed') : translate('signature.signedBy', { name });
    const whenText = formatMoment(at);
    return whenText === null ? signedText : translate('signature.when', { signed: signedText, at: whenText });
  };
}

/** A drawing cropped to its bounds; null for invalid data. @param size small for a table row, large for a card */
export function Drawing({ drawing, label, size }: { drawing: string; label: string; size: 'small' | 'large' }) {
  const strokes = parseStrokes(drawing);
  if (!strokes) return null;
  return (
    <svg className={classes[size]} viewBox={getViewBox(strokes)} preserveAspectRatio="xMinYMid meet" role="img">
      <title>{label}</title>
      <path className={classes.line} d={smoothPath(strokes)} />
    </svg>
  );
}
