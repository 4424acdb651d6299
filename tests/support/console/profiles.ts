import type { CurrentProfile } from '#resources/protocol/people/profile.ts';

/** The owner of a token: a person of no company and no building unless told otherwise. */
export const profileOf = (change: Partial<CurrentProfile> = {}): CurrentProfile => ({
  user: 1,
  role: 'employee',
  status: 'active',
  first_name: 'Анна',
  last_name: 'Серова',
  gender: 'female',
  phone_number: '+79162041538',
  email: null,
  avatar: null,
  date: '2026-01-12T09:00:00.000Z',
  position: null,
  company: null,
  subsidiary: null,
  user_chat_id: null,
  sections: {},
  buildings: [],
  porches: [],
  ...change,
});
