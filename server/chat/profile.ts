import type { ProfileRow } from './queries/people-queries.ts';

type ChatProfile = { public: Record<string, unknown>; trusted: Record<string, unknown> };

/**
 * A person's profile as others see it (A5). The name comes from the account: if residents could name themselves, they could pose
 * as the company. Staff may choose a picture for the chat; residents show their account's avatar. `trusted` cannot be set by
 * clients; it also has the tags, so that a contact's address needs no search.
 */
export function visibleProfile(row: ProfileRow): ChatProfile {
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

/** A person's own profile: values set by their client override it and are shown only to them. */
export function ownProfile(row: ProfileRow): ChatProfile {
  const profile = visibleProfile(row);
  return { ...profile, public: { ...profile.public, ...row.own_public } };
}
