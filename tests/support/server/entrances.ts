import { publish } from './announcements.ts';
import type { DemoCompany } from './demo-company.ts';
import { newPerson, type Person } from './people.ts';
import { flatsOf } from './readings.ts';
import { createRequest } from './requests.ts';
import type { TestApp } from './test-app.ts';

/** Records in the first entrance of the home building and nowhere else, and two people who hold one entrance of it each. */
export interface Entrance extends DemoCompany {
  /** Holds the first entrance alone. */
  own: Person;
  /** Holds the second alone. */
  neighbour: Person;
  floor: number;
  pipe: number;
  /** All flats of the first entrance. */
  homes: readonly number[];
  /** As few as an announcement to flats may have, of the first entrance. */
  flats: readonly number[];
  /** Number of the first entrance and of the home flat. */
  number: number;
  label: string;
  /** Lives in the home flat; `chat` is their name in the chat. */
  resident: { id: number; name: string; phone: string; chat: string };
  /** Ids, by what they are for: announcements to the entrance, a floor, a riser, a flat; requests on the entrance and a floor. */
  news: Readonly<Record<'porch' | 'floor' | 'pipe' | 'unit', number>>;
  tasks: Readonly<Record<'porch' | 'floor', number>>;
  /** A record of the made-up section, of the building (its buildings decide), with the home flat, put in later, and the entrance. */
  pass: number;
}

let phones = 0;
/** A telephone that nobody has. */
export const newPhone = () => {
  phones += 1;
  return `+7999${String(phones).padStart(7, '0')}`;
};

/** Fills the first entrance. Everything is made by `own`, who holds nothing else. */
export async function fillEntrance(app: TestApp, demo: DemoCompany): Promise<Entrance> {
  const db = app.database.kysely;
  const { porch, otherPorch, unit, building } = demo.home;
  const own = await newPerson(app, { porches: [porch] });
  const neighbour = await newPerson(app, { porches: [otherPorch] });
  const of = (table: 'floors' | 'pipes') =>
    db.selectFrom(table).select('id').where('porch_id', '=', porch).orderBy('id').executeTakeFirstOrThrow();
  const [floor, pipe] = [(await of('floors')).id, (await of('pipes')).id];
  const door = await db.selectFrom('porches').select('number').where('id', '=', porch).executeTakeFirstOrThrow();
  const flat = await db.selectFrom('units').select('label').where('id', '=', unit).executeTakeFirstOrThrow();
  const homes = await flatsOf(app, building, porch);
  const flats = homes.slice(0, 3);
  const name = 'Подъездов';
  const phone = newPhone();
  const lodger = { first_name: 'Пётр', last_name: name, phone_number: phone, gender: 'male', units: [unit] };
  const { params } = (await own.post('/api/crm/residents/', lodger)).body;
  const id = Number(params?.id);
  const chat = 'usrPodyezdov111';
  await db.updateTable('users').set({ status: 'active', chat_id: chat }).where('id', '=', id).execute();
  const guest = {
    guest: 'Гость первого подъезда',
    house: building,
    kind: 'foot',
    flat: homes.find((id) => id !== unit),
  };
  const pass = Number((await own.post('/api/records/passes', guest)).body.id);
  await own.put(`/api/records/passes/${pass}`, { flat: unit, doors: [porch] });
  return {
    ...demo,
    own,
    neighbour,
    floor,
    pipe,
    homes,
    flats,
    number: door.number,
    label: flat.label,
    resident: { id, name, phone, chat },
    news: {
      porch: await publish(own, { porches: [porch] }),
      floor: await publish(own, { floors: [floor] }),
      pipe: await publish(own, { pipes: [pipe] }),
      unit: await publish(own, { units: flats }),
    },
    tasks: {
      porch: await createRequest(own, demo, { target_type: 'porches', target: { porches: [porch] } }),
      floor: await createRequest(own, demo, { target_type: 'floors', target: { floors: [floor] } }),
    },
    pass,
  };
}
