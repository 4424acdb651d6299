import { createHash } from 'node:crypto';
import type { Resource } from '#resources/language/define-resource.ts';
import { canonicalJson } from '#server/canonical.ts';

const versions = new WeakMap<Resource, string>();

/** The version of a definition: a digest of its content, regardless of the order of keys. */
export function definitionVersion(resource: Resource): string {
  const cached = versions.get(resource);
  if (cached !== undefined) return cached;
  const version = createHash('sha256').update(canonicalJson(resource)).digest('hex');
  versions.set(resource, version);
  return version;
}
