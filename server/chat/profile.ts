import type { ProfileRow } from './people-queries.ts';

/**
 * What others see of a person (A5): his own name and picture in the chat, or those of his account. `trusted` is what he
 * cannot write himself; tags stand there too, so that the address of a contact is known without a search.
 */
export function shownProfile(row: ProfileRow): { public: Record<string, unknown>; trusted: Record<string, unknown> } {
  const { own_public, avatar_code, avatar_mime } = row;
  const photo = avatar_code && { type: avatar_mime?.replace('image/', '') ?? 'jpeg', ref: `/v0/file/s/${avatar_code}` };
  const staff = row.role !== 'resident';
  return {
    public: { fn: `${row.first_name} ${row.last_name}`, ...(photo ? { photo } : {}), ...own_public },
    trusted: {
      ...(staff ? { staff } : {}),
      tags: [...new Set(row.tags)],
      ...(staff && row.position ? { position: row.position } : {}),
    },
  };
}
