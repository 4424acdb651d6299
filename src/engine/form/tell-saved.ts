import '#i18n/form-pages-texts.ts';
import type { RaRecord, useNotify } from 'react-admin';
import { reportFailure } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { readRecord, recordPath } from '#console/data/providers/wire.ts';
import { featuresNow } from '#console/data/session/features.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { has } from '#resources/language/features.ts';
import { savingCase } from './form-values.ts';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** The values of a record that a sentence can name. */
function named(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => ['string', 'number'].includes(typeof value)));
}

/**
 * Reads the stored record for a message that only it can give: «… опубликовано: ул. Лесная, 12». Another server may not say it, and the record is
 * saved whatever comes of this call.
 */
async function readStoredRecord(resource: Resource, record: RaRecord): Promise<Readonly<Record<string, unknown>>> {
  try {
    const answer = await readRecord(resource, await request(recordPath(resource, record.id), { report: false }));
    return typeof answer === 'object' && answer !== null ? { ...record, ...answer } : record;
  } catch {
    return record;
  }
}

/** The sentence with the values of a record; null where one of them is missing. */
function filled(sentence: string, record: Readonly<Record<string, unknown>>): string | null {
  const values = named(record);
  const isComplete = [...sentence.matchAll(/%\{(\w+)\}/g)].every(([, name = '']) => values[name]);
  return isComplete ? sentence.replaceAll(/%\{(\w+)\}/g, (_whole, name: string) => String(values[name])) : null;
}

/** Sentences that name what the stored record knows; the first of which all is known is said. */
const FULLER = { create: ['planned', 'full'], edit: ['plannedEdit'] } as const;

/**
 * Says that a form was saved: `resources.<name>.said.<use>`, or a fuller sentence, which names what the stored record knows; `said.open` is the way to the record.
 * `said.<use>ByHand` is said where no gateway for SMS is set. What the server did not do besides is told in the alert instead.
 */
export async function tellSaved(
  resource: Resource,
  use: 'create' | 'edit',
  record: RaRecord,
  translate: Translate,
  notify: ReturnType<typeof useNotify>,
): Promise<void> {
  if (tellUndone(resource.name, use, record, translate)) return;
  const words = (key: string) => translate(`resources.${resource.name}.said.${key}`, { _: '' });
  const fuller = FULLER[use].map(words).filter(Boolean);
  const open = use === 'create' && record.id ? words('open') : '';
  const link = open ? { to: `${resource.routes.list}?id=${encodeURIComponent(String(record.id))}`, label: open } : null;
  const saving = savingCase(resource, record);
  const byHand = has(featuresNow(), 'byHand') ? words(`${use}ByHand`) : '';
  const plain = byHand || (saving && words(`${use}${saving}`)) || (filled(words(use), record) ?? words('plain'));
  const storedRecord = fuller.length > 0 && record.id ? await readStoredRecord(resource, record) : null;
  const sentence = (storedRecord && fuller.flatMap((one) => filled(one, storedRecord) ?? [])[0]) ?? plain;
  if (sentence) notify(sentence, { ...(link ? { link } : {}) } satisfies ToastOptions);
}

/**
 * Tells in the alert what a server did not do besides saving: a key of its answer that is `false`, where the words of the
 * section have a sentence for it, `resources.<name>.undone.<use>.<key>`. The record is saved all the same.
 * @returns whether there was something
 */
function tellUndone(name: string, use: 'create' | 'edit', saved: RaRecord, translate: Translate): boolean {
  let isTold = false;
  for (const [key, value] of Object.entries(saved)) {
    const sentence = value === false ? translate(`resources.${name}.undone.${use}.${key}`, { _: '' }) : '';
    if (!sentence) continue;
    reportFailure(null, sentence);
    isTold = true;
  }
  return isTold;
}
