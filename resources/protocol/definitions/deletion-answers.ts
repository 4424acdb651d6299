import { decodeBulkAnswer } from '../bulk-answers.ts';
import { decodeEach, decodeNumber, decodeObject, decodeText } from '../open-shapes.ts';
import type { DeletionEffects } from './deletion.ts';

const decodeCounts = (counts: unknown): DeletionEffects['deleted'] =>
  decodeEach(counts, (entry) => {
    const { section, title, count } = decodeObject(entry);
    return { section: decodeText(section), title: decodeText(title), count: decodeNumber(count) ?? 0 };
  });

/** Effects of a deletion on other records. */
export function decodeDeletionEffects(body: unknown): DeletionEffects {
  const { deleted, cleared } = decodeObject(body);
  const { refused } = decodeBulkAnswer(body);
  return { deleted: decodeCounts(deleted), cleared: decodeCounts(cleared), refused };
}
