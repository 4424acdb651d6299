import { cameras } from './cameras.ts';
import type { Resource } from './language/define-resource.ts';
import { readDefinition } from './language/read-definition.ts';

/** Built-in definitions in menu order, by file name. */
const DEFINITIONS = { 'resources/cameras.ts': cameras } as const;

/** Every built-in section, checked, in menu order. A mistake stops the start. */
export const RESOURCES: readonly Resource[] = Object.entries(DEFINITIONS).map(([source, definition]) =>
  readDefinition(definition, source),
);
