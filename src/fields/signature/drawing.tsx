import '#i18n/signature-texts.ts';
import { useTranslate } from 'react-admin';
import type { SignatureValue } from '#resources/language/kinds/signature.ts';
import { drawnBox, readStrokes, smoothPath } from '#resources/rules/strokes.ts';
import classes from './signature.module.css';

const WHEN = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short' });

function momentText(at: string | null): string | null {
  const moment = new Date(at ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : WHEN.format(moment);
}

/** «Подписано: Котова А. И., 21.11.2026, 18:00», as much of it as is known. */
export function useSignatureText(): (signature: SignatureValue) => string {
  const translate = useTranslate();
  return ({ name, at }) => {
    const signed = name === null ? translate('signature.signed') : translate('signature.signedBy', { name });
    const when = momentText(at);
    return when === null ? signed : translate('signature.when', { signed, at: when });
  };
}

/**
 * A drawing, cut to its edges; nothing for a text that is no drawing.
 * @param size of the picture: a line of a table, or a card
 */
export function Drawing({ drawing, label, size }: { drawing: string; label: string; size: 'small' | 'large' }) {
  const strokes = readStrokes(drawing);
  if (!strokes) return null;
  return (
    <svg className={classes[size]} viewBox={drawnBox(strokes)} preserveAspectRatio="xMinYMid meet" role="img">
      <title>{label}</title>
      <path className={classes.line} d={smoothPath(strokes)} />
    </svg>
  );
}
