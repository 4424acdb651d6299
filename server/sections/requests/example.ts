import { TASKS_PATH, taskCreated } from '#resources/protocol/requests/tasks.ts';
import type { World } from '#server/http/route.ts';

/** A valid new request, for the whole home building. */
export const exampleTaskBody = ({ home }: World) => ({
  service: 1,
  attachments: [],
  information: { description: 'Течёт кран в подвале' },
  target_type: 'building',
  target: { building: home.building },
});

/** Creates the example request. @returns its path */
export async function createExampleTask(world: World): Promise<string> {
  const answer = await world.send('POST', { url: TASKS_PATH, body: exampleTaskBody(world) });
  return `${TASKS_PATH}${taskCreated.parse(answer).params.id}/`;
}
