import { DEFINITIONS } from './built-in.ts';
import type { Resource } from './language/define-resource.ts';
import { readDefinition } from './language/read-definition.ts';

/** Every built-in section, checked, in menu order. A mistake stops the start. The console takes `BUILT_IN`. */
export const RESOURCES: readonly Resource[] = Object.entries(DEFINITIONS).map(([source, definition]) =>
  readDefinition(definition, source),
);
