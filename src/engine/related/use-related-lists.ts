import { useContext } from 'react';
import { useLevels } from '#console/data/session/access.ts';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { can } from '#resources/language/access.ts';
import { type CardSubject, type RelatedList, relatedLists } from '#resources/language/related.ts';

/** Related lists on the cards of a subject, from sections that the person may see. */
export function useRelatedLists(subject: CardSubject): RelatedList[] {
  const resources = useContext(KnownDefinitions);
  const levels = useLevels();
  return relatedLists(resources, subject).filter(({ resource }) => can(levels, resource.section, 'see'));
}
