/**
 * Conventions of the chat that client and server share and that need no validation: key, tags, limits of texts
 * (chat-protocol.md A6).
 */

/** API key of the bundled chat; `CHAT_API_KEY` sets another. It is in every page and no secret. */
export const CHAT_API_KEY = 'AQAAAAABAAD_upravdom_chat_in_box';

/**
 * Header of a message with the id that its sender gave it. The bundled chat stores a message with the same id only once, even
 * if it is sent again after a disconnect; a Tinode server passes the header on, and the client deduplicates.
 */
export const MESSAGE_ID = 'x-id';

/** Tag of every resident, so that `resident building_7` finds only the residents of a building. */
export const RESIDENT_TAG = 'resident';
/** Tags with ids (CHAT-06): staff have `company_`, residents `building_` and `porch_` of their units. */
export const TAGS = {
  company: (id: number) => `company_${id}`,
  building: (id: number) => `building_${id}`,
  porch: (id: number) => `porch_${id}`,
} as const;

/** The data in a contact's tags. */
export interface ContactTags {
  resident: boolean;
  companies: number[];
  buildings: number[];
  porches: number[];
}

/** Parses a contact's tags; other tags are ignored. */
export function readTags(tags: readonly string[]): ContactTags {
  const ids = (prefix: string) =>
    tags.flatMap((tag) => {
      const id = new RegExp(`^${prefix}_([1-9]\\d{0,9})$`).exec(tag)?.[1];
      return id ? [Number(id)] : [];
    });
  return {
    resident: tags.includes(RESIDENT_TAG),
    companies: ids('company'),
    buildings: ids('building'),
    porches: ids('porch'),
  };
}

/** A `fnd` query (A6) for people with any of these tags. */
export function anyTagQuery(tags: readonly string[]): string {
  return tags.join(',');
}
