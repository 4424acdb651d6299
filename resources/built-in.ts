import { cameras } from './cameras.ts';
import { completeDefinition } from './language/complete-definition.ts';
import type { Resource } from './language/define-resource.ts';
import { news } from './news.ts';

/** Built-in definitions in menu order, by file name. */
export const DEFINITIONS = { 'resources/news.ts': news, 'resources/cameras.ts': cameras } as const;

/**
 * Every built-in section in menu order, for the console: the same as `RESOURCES`, which the server
 * has checked before it answered, without the code that checks.
 */
export const BUILT_IN: readonly Resource[] = Object.values(DEFINITIONS).map((definition) =>
  completeDefinition(definition),
);
