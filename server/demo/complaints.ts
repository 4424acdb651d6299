import type { DemoCompany } from './company.ts';
import type { NewRow, RowBatch } from './rows.ts';
import { createRandom, itemAt } from './seeded.ts';
import { VOICES } from './texts/voices.ts';

type Type = NewRow<'complaints'>['type'];

/** How often the texts of each type are repeated from other flats. */
const ROUNDS: Readonly<Record<Type, number>> = { complaint: 3, appreciation: 2, suggestion: 2 };

/** Number of newest unread complaints by type. */
const UNREAD_COUNTS: Readonly<Record<Type, number>> = { complaint: 3, appreciation: 1, suggestion: 2 };

/** Rows of complaints, thanks and ideas; staff with the chat have read all but the newest. */
export function createComplaints(company: DemoCompany): RowBatch {
  const random = createRandom('complaints');
  const { people, calendar, size } = company;
  const residentsWithFlat = people.residents.filter(
    ({ units, status }) => status === 'active' && units[0]?.type === 'flat',
  );
  const drafts = Object.entries(VOICES).flatMap(([type, voices]) => {
    const rounds = size === 'yard' ? 1 : ROUNDS[type as Type];
    return Array.from({ length: rounds * voices.length }, (_, index) => {
      const days = Math.floor(index * index * 0.3);
      const date = days === 0 ? calendar.today(25 + index * 140 + random.int(60)) : calendar.ago(days, '18:20');
      return {
        type: type as Type,
        turn: index,
        moment: date,
        text: itemAt(voices, index),
        creator: random.pick(residentsWithFlat),
      };
    });
  });
  drafts.sort((a, b) => a.moment.getTime() - b.moment.getTime());
  const complaints: NewRow<'complaints'>[] = [];
  const reads: NewRow<'complaint_reads'>[] = [];
  const readers = people.staff.filter(({ member, status }) => member?.levels.chats !== 'denied' && status === 'active');
  for (const { type, turn, moment: date, text, creator } of drafts) {
    const unit = itemAt(creator.units, 0);
    const id = complaints.length + 1;
    complaints.push({
      id,
      type,
      creator_id: creator.id,
      building_id: unit.building.id,
      porch_id: unit.porch.id,
      description: text,
      created_at: date,
    });
    if (turn < UNREAD_COUNTS[type]) continue;
    reads.push(...readers.map((reader) => ({ complaint_id: id, user_id: reader.id, at: calendar.now })));
  }
  return { complaints, complaint_reads: reads };
}
