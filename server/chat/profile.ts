import type { ProfileRow } from './queries/people-queries.ts';

type Shown = { public: Record<string, unknown>; trusted: Record<string, unknown> };

/**
 * A person's profile as others see it (A5). The name is the one on record: people do not name themselves, or a resident could
 * write as the company. Staff may choose a picture for the chat, residents show that of their account. `trusted` is
 * what a client cannot write; tags stand there too, so that the address of a contact is known without a search.
 */
export function shownProfile(row: ProfileRow): Shown {
  const { own_public, avatar_code, avatar_mime } = row;
  const staff = row.role !== 'resident';
  const avatar = avatar_code && {
    type: avatar_mime?.replace('image/', '') ?? 'jpeg',
    ref: `/v0/file/s/${avatar_code}`,
  };
  const photo = (staff && own_public?.photo) || avatar;
  return {
    public: { fn: `${row.first_name} ${row.last_name}`, ...(photo ? { photo } : {}) },
    trusted: {
      ...(staff ? { staff } : {}),
      tags: [...new Set(row.tags)],
      ...(staff && row.position ? { position: row.position } : {}),
    },
  };
}

/** A person's own profile: whatever their client has set is a label of their own, shown only to them. */
export function ownProfile(row: ProfileRow): Shown {
  const shown = shownProfile(row);
  return { ...shown, public: { ...shown.public, ...row.own_public } };
}
