import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Collation and folding of Russian text on both engines. The embedded database collates by bytes and has no `ru-x-icu`, so names
 * are sorted by our own collation; search ignores case and ё through `fold`; labels and building numbers sort by `natural_key`.
 * No extension besides pg_trgm: with btree_gin the embedded database hung under load.
 */
export const language: Migration = {
  up: (db) =>
    run(db, [
      `create extension if not exists pg_trgm`,
      `create collation russian (provider = icu, locale = 'ru')`,
      `create function fold(value text) returns text language sql immutable parallel safe
         return translate(lower(value collate russian), 'ё', 'е')`,
      `create function natural_key(value text) returns text language sql immutable parallel safe
         return regexp_replace(regexp_replace(value, '[0-9]+', '0000000\\&', 'g'), '[0-9]*([0-9]{8})', '\\1', 'g')`,
    ]),
};
