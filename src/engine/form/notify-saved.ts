import '#i18n/form-pages-texts.ts';
import type { RaRecord, useNotify } from 'react-admin';
import { reportFailure } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { decodeRecord, recordPath } from '#console/data/providers/wire.ts';
import { currentFeatures } from '#console/data/session/features.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { hasAddition } from '#resources/language/features.ts';
import { savingCase } from './form-values.ts';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** The strings and numbers of a record, which can be interpolated into a message. */
function textValues(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => ['string', 'number'].includes(typeof value)));
}

/**
 * Fetches the stored record for a message that needs its values: «… опубликовано: ул. Лесная, 12». A failure is ignored, because
 * the record is already saved.
 */
async function readStoredRecord(resource: Resource, record: RaRecord): Promise<Readonly<Record<string, unknown>>> {
  try {
    const answer = await decodeRecord(resource, await request(recordPath(resource, record.id), { report: false }));
    return typeof answer === 'object' && answer !== null ? { ...record, ...answer } : record;
  } catch {
    return record;
  }
}

/** The sentence with the record's values; null if one of them is missing. */
function fillIn(sentence: string, record: Readonly<Record<string, unknown>>): string | null {
  const values = textValues(record);
  const isComplete = [...sentence.matchAll(/%\{(\w+)\}/g)].every(([, name = '']) => values[name]);
  return isComplete ? sentence.replaceAll(/%\{(\w+)\}/g, (_whole, name: string) => String(values[name])) : null;
}

/** Keys of sentences that need values of the stored record; the first one that can be filled in is used. */
const FULLER_KEYS = { create: ['planned', 'full'], edit: ['plannedEdit'] } as const;

/**
 * Shows that a form was saved: `resources.<name>.said.<use>`, or a fuller sentence with values of the stored record; `said.open`
 * is the label of the link to the record. `said.<use>ByHand` is used where no SMS gateway is configured. Follow-up actions that
 * the server could not do are reported in the alert instead.
 */
export async function notifySaved(
  resource: Resource,
  use: 'create' | 'edit',
  record: RaRecord,
  translate: Translate,
  notify: ReturnType<typeof useNotify>,
): Promise<void> {
  if (reportUndone(resource.name, use, record, translate)) return;
  const savedText = (key: string) => translate(`resources.${resource.name}.said.${key}`, { _: '' });
  const fullerSentences = FULLER_KEYS[use].map(savedText).filter(Boolean);
  const openLabel = use === 'create' && record.id ? savedText('open') : '';
  const link = openLabel
    ? { to: `${resource.routes.list}?id=${encodeURIComponent(String(record.id))}`, label: openLabel }
    : null;
  const savingSuffix = savingCase(resource, record);
  const byHandText = hasAddition(currentFeatures(), 'byHand') ? savedText(`${use}ByHand`) : '';
  const plainSentence =
    byHandText ||
    (savingSuffix && savedText(`${use}${savingSuffix}`)) ||
    (fillIn(savedText(use), record) ?? savedText('plain'));
  const storedRecord = fullerSentences.length > 0 && record.id ? await readStoredRecord(resource, record) : null;
  const sentence =
    (storedRecord && fullerSentences.flatMap((one) => fillIn(one, storedRecord) ?? [])[0]) ?? plainSentence;
  if (sentence) notify(sentence, { ...(link ? { link } : {}) } satisfies ToastOptions);
}

/**
 * Reports follow-up actions that the server could not do: keys of its response that are `false` and have a sentence in
 * `resources.<name>.undone.<use>.<key>`. The record is saved all the same.
 * @returns whether anything was reported
 */
function reportUndone(name: string, use: 'create' | 'edit', saved: RaRecord, translate: Translate): boolean {
  let hasReported = false;
  for (const [key, value] of Object.entries(saved)) {
    const sentence = value === false ? translate(`resources.${name}.undone.${use}.${key}`, { _: '' }) : '';
    if (!sentence) continue;
    reportFailure(null, sentence);
    hasReported = true;
  }
  return hasReported;
}
