import Polyglot from 'node-polyglot';
import { namedIn } from './naming.ts';
import { ruServer } from './ru-server.ts';

const polyglot = new Polyglot({ phrases: ruServer, locale: 'ru', allowMissing: true });

/**
 * A text by its key, filled in: for the server. The console, which has no business with the server's own, has `console-text.ts`.
 * @param key key of a text, or a sentence of an installation's definition, which is given back as it is
 */
export function text(key: string, params: Record<string, unknown> = {}): string {
  const named = namedIn(key);
  return named ? polyglot.t(named.key, { ...named.names, ...params }) : polyglot.t(key, params);
}
