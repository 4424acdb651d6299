import { TASKS_PATH } from '#resources/protocol/requests/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import type { DemoCompany } from './demo-company.ts';
import type { Person } from './people.ts';
import type { Answer, Json, TestApp } from './test-app.ts';

/** A valid new request, for the whole home building. */
export const request = ({ home }: DemoCompany, change: object = {}) => ({
  service: 1,
  information: { description: 'Течёт кран в подвале' },
  target_type: 'building',
  target: { building: home.building },
  ...change,
});

/** Stores a request. @returns its id */
export async function createRequest(by: Person, demo: DemoCompany, change: object = {}): Promise<number> {
  const answer = await by.post(TASKS_PATH, request(demo, change));
  if (answer.status !== 201) throw new Error(`asking answered ${answer.status}: ${answer.text}`);
  return Number(answer.body.params?.id);
}

/** Address of a request. */
export const taskUrl = (id: number) => `${TASKS_PATH}${id}/`;

export const patch = (by: Person, id: number, body: object): Promise<Answer> =>
  by.call('PATCH', { url: taskUrl(id), body });

/** Changes a request. @returns the answer's body @throws when it is refused */
export async function move(by: Person, id: number, body: object): Promise<Json> {
  const answer = await patch(by, id, body);
  if (answer.status !== 200) throw new Error(`moving answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export const undo = (by: Person, id: number): Promise<Answer> => by.post(`${taskUrl(id)}undo/`);

/** A request as somebody sees it. */
export async function details(by: Person, id: number): Promise<Json> {
  const answer = await by.get(taskUrl(id));
  if (answer.status !== 200) throw new Error(`request ${id} answered ${answer.status}`);
  return answer.body;
}

/** Cards of a column as somebody sees them, batch by batch as the board reads them (TASK-11, TASK-12). */
export async function column(by: Person, stage: TaskStage, query = ''): Promise<Json[]> {
  const cards: Json[] = [];
  let from: number | null = null;
  for (;;) {
    const batch: string = from === null ? 'count=30' : `count=10&from_order=${from}`;
    const { list }: Answer = await by.get(`${TASKS_PATH}?stage=${stage}&${batch}${query}`);
    cards.push(...list);
    const last = list.at(-1);
    if (!last) return cards;
    from = Number(last.order);
  }
}

export const idsIn = async (by: Person, stage: TaskStage, query = ''): Promise<number[]> =>
  (await column(by, stage, query)).map(({ id }) => Number(id));

/** Entries of a history, as lists of their essential values. */
export async function historyOf(by: Person, id: number): Promise<unknown[][]> {
  const { history } = await details(by, id);
  return (history as unknown as HistoryJson[]).map(({ type, action }) => [
    type,
    ...{
      dialog: [action.message],
      performer_change: [action.new_performer?.user ?? null],
      field_change: [action.field_name, action.new_value, ...(action.description ? [action.description] : [])],
    }[type],
  ]);
}

interface HistoryJson {
  type: 'dialog' | 'performer_change' | 'field_change';
  action: {
    message: string | null;
    new_performer: { user: number } | null;
    field_name: string | null;
    new_value: string | null;
    description: string | null;
  };
}

/** A request as it is stored. */
export const taskRow = ({ database }: TestApp, id: number) =>
  database.kysely.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
