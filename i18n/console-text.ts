import Polyglot from 'node-polyglot';
import { ru } from './ru.ts';

const polyglot = new Polyglot({ phrases: ru, locale: 'ru', allowMissing: true });

/**
 * A text of the console by its key, filled in; for code outside of React. The server has `text.ts`, which knows more.
 * @param key a `TextKey`, or a sentence of an installation's definition, which is given back as it is
 */
export function text(key: string, params: Record<string, unknown> = {}): string {
  return polyglot.t(key, params);
}
