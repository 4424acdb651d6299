import { createHash } from 'node:crypto';
import type { Resource } from '#resources/language/define-resource.ts';
import { canonical } from '#server/canonical.ts';

const versions = new WeakMap<Resource, string>();

/** The version of a definition: a digest of all that it says, in whatever order. */
export function definitionVersion(resource: Resource): string {
  const known = versions.get(resource);
  if (known !== undefined) return known;
  const version = createHash('sha256').update(canonical(resource)).digest('hex');
  versions.set(resource, version);
  return version;
}
