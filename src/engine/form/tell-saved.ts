import type { RaRecord, useNotify } from 'react-admin';
import { request, unwrap } from '#console/data/http.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { recordPath } from '#console/data/wire.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { tellUndone } from './undone.ts';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** The values of a record that a sentence can name. */
function named(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => ['string', 'number'].includes(typeof value)));
}

/**
 * What only the stored record knows of itself: «… опубликовано: ул. Лесная, 12». Another server may not say it, and the record is
 * saved whatever comes of this call.
 */
async function stored(resource: Resource, saved: RaRecord): Promise<Readonly<Record<string, unknown>>> {
  try {
    const answer = unwrap(await request(recordPath(resource, saved.id), { report: false }));
    return typeof answer === 'object' && answer !== null ? { ...saved, ...answer } : saved;
  } catch {
    return saved;
  }
}

/** The sentence with the values of a record; null where one of them is missing. */
function filled(sentence: string, record: Readonly<Record<string, unknown>>): string | null {
  const values = named(record);
  const isComplete = [...sentence.matchAll(/%\{(\w+)\}/g)].every(([, name = '']) => values[name]);
  return isComplete ? sentence.replaceAll(/%\{(\w+)\}/g, (_whole, name: string) => String(values[name])) : null;
}

/**
 * Says that a form was saved: `resources.<name>.said.<use>`, and after a creation the fuller `said.full`, which names what the
 * stored record knows; `said.open` is the way to the record. What the server did not do besides is told in the alert instead.
 */
export async function tellSaved(
  resource: Resource,
  use: 'create' | 'edit',
  saved: RaRecord,
  translate: Translate,
  notify: ReturnType<typeof useNotify>,
): Promise<void> {
  if (tellUndone(resource.name, use, saved, translate)) return;
  const words = (key: string) => translate(`resources.${resource.name}.said.${key}`, { _: '' });
  const full = use === 'create' ? words('full') : '';
  const open = use === 'create' && saved.id ? words('open') : '';
  const link = open ? { to: `${resource.routes.list}?id=${encodeURIComponent(String(saved.id))}`, label: open } : null;
  const plain = filled(words(use), saved) ?? words('plain');
  const sentence = full && saved.id ? (filled(full, await stored(resource, saved)) ?? plain) : plain;
  if (sentence) notify(sentence, { ...(link ? { link } : {}) } satisfies ToastOptions);
}
