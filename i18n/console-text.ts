import Polyglot from 'node-polyglot';
import { namedIn } from './naming.ts';
import { ru } from './ru.ts';
import { typeset } from './typeset.ts';

const polyglot = new Polyglot({ phrases: ru, locale: 'ru', allowMissing: true });

/** Adds the texts of an area that come with its code, since no first page needs them. */
export function addTexts(texts: Readonly<Record<string, object>>): void {
  polyglot.extend(texts);
}

/**
 * A text of the console by its key, filled in; for code outside of React. The server has `text.ts`, which knows more.
 * @param key key of a text, or a sentence of an installation's definition, which is given back as it is
 */
export function text(key: string, params: Record<string, unknown> = {}): string {
  const named = namedIn(key);
  return typeset(named ? polyglot.t(named.key, { ...named.names, ...params }) : polyglot.t(key, params));
}
