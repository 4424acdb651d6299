import type { RaRecord } from 'react-admin';
import { reportFailure } from '#console/data/failures.ts';

type Translate = (key: string, params: { _: string }) => string;

/**
 * Tells in the alert what a server did not do besides saving: a key of its answer that is `false`, where the words of the
 * section have a sentence for it, `resources.<name>.undone.<use>.<key>`. The record is saved all the same.
 * @returns whether there was something
 */
export function tellUndone(name: string, use: 'create' | 'edit', saved: RaRecord, translate: Translate): boolean {
  let isTold = false;
  for (const [key, value] of Object.entries(saved)) {
    const sentence = value === false ? translate(`resources.${name}.undone.${use}.${key}`, { _: '' }) : '';
    if (!sentence) continue;
    reportFailure(null, sentence);
    isTold = true;
  }
  return isTold;
}
