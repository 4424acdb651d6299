/** Conventions of the chat's pages and its server that need no checking: key, tags, limits of texts (chat-protocol.md A6). */

/** Key of the chat in the box; `CHAT_API_KEY` sets another. It stands in every page and is no secret. */
export const CHAT_API_KEY = 'AQAAAAABAAD_upravdom_chat_in_box';

/**
 * Key of a message's head: the name that its sender gave it. The chat in the box takes a message of one name once, however
 * often it is sent again after a line broke; a Tinode server hands the key on and the client looks for itself.
 */
export const MESSAGE_ID = 'x-id';

/** Tag of every resident, so that `resident building_7` finds those of a building alone. */
export const RESIDENT_TAG = 'resident';
/** Tags by what they name (CHAT-06): staff carry `company_`, residents `building_` and `porch_` of their units. */
export const TAGS = {
  company: (id: number) => `company_${id}`,
  building: (id: number) => `building_${id}`,
  porch: (id: number) => `porch_${id}`,
} as const;

/** The facts in the tags of a contact. */
export interface TaggedPlaces {
  resident: boolean;
  companies: number[];
  buildings: number[];
  porches: number[];
}

/** Reads a contact's tags; own ones of other forms are left out. */
export function readTags(tags: readonly string[]): TaggedPlaces {
  const ids = (prefix: string) =>
    tags.flatMap((tag) => {
      const found = new RegExp(`^${prefix}_([1-9]\\d{0,9})$`).exec(tag)?.[1];
      return found ? [Number(found)] : [];
    });
  return {
    resident: tags.includes(RESIDENT_TAG),
    companies: ids('company'),
    buildings: ids('building'),
    porches: ids('porch'),
  };
}

/** A query of `fnd` (A6) for people with any of these tags. */
export function findAny(tags: readonly string[]): string {
  return tags.join(',');
}
