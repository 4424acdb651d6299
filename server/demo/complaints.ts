import type { Company } from './company.ts';
import type { Batch, NewRow } from './rows.ts';
import { at, seeded } from './seeded.ts';
import { VOICES } from './texts/voices.ts';

type Type = NewRow<'complaints'>['type'];

/** How often a voice of each type is heard again from another flat. */
const ROUNDS: Readonly<Record<Type, number>> = { complaint: 3, appreciation: 2, suggestion: 2 };

/** How many of the newest of each type are unread. */
const UNREAD: Readonly<Record<Type, number>> = { complaint: 3, appreciation: 1, suggestion: 2 };

/** Complaints, gratitude and ideas; the staff with the chat have read all but the newest. */
export function hearResidents(company: Company): Batch {
  const random = seeded('complaints');
  const { people, calendar, size } = company;
  const homes = people.residents.filter(({ units, status }) => status === 'active' && units[0]?.type === 'flat');
  const drafts = Object.entries(VOICES).flatMap(([type, voices]) => {
    const rounds = size === 'yard' ? 1 : ROUNDS[type as Type];
    return Array.from({ length: rounds * voices.length }, (_, turn) => {
      const days = Math.floor(turn * turn * 0.3);
      const moment = days === 0 ? calendar.today(25 + turn * 140 + random.int(60)) : calendar.ago(days, '18:20');
      return { type: type as Type, turn, moment, text: at(voices, turn), creator: random.pick(homes) };
    });
  });
  drafts.sort((a, b) => a.moment.getTime() - b.moment.getTime());
  const complaints: NewRow<'complaints'>[] = [];
  const reads: NewRow<'complaint_reads'>[] = [];
  const readers = people.staff.filter(({ member, status }) => member?.levels.chats !== 'denied' && status === 'active');
  for (const { type, turn, moment, text, creator } of drafts) {
    const unit = at(creator.units, 0);
    const id = complaints.length + 1;
    complaints.push({
      id,
      type,
      creator_id: creator.id,
      building_id: unit.building.id,
      porch_id: unit.porch.id,
      description: text,
      created_at: moment,
    });
    if (turn < UNREAD[type]) continue;
    reads.push(...readers.map((reader) => ({ complaint_id: id, user_id: reader.id, at: calendar.now })));
  }
  return { complaints, complaint_reads: reads };
}
