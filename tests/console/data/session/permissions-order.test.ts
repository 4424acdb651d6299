import { refreshPermissions } from '#console/data/session/permissions.ts';
import { session } from '#console/data/session/session.ts';
import { type Reply, serveAnswers } from '#tests/support/console/server.ts';

const levels = (news: string): Reply => ({
  json: {
    sections: {
      news,
      tasks: 'read',
      residents: 'read',
      readings: 'read',
      employees: 'read',
      objects: 'read',
      cameras: 'read',
      chats: 'read',
    },
    features: { services: true },
  },
});

test('PERM-04: an answer about rights that a later one has overtaken changes nothing', async () => {
  const answers: ((reply: Reply) => void)[] = [];
  serveAnswers({
    'GET /api/crm/permissions/': () => new Promise<Reply>((resolve) => answers.push(resolve)),
  });
  const [first, second] = [refreshPermissions(), refreshPermissions()];
  answers[1]?.(levels('read'));
  await second;
  answers[0]?.(levels('write'));
  await first;
  expect(session.permissions.get()?.news).toBe('read');
  const third = refreshPermissions();
  answers[2]?.(levels('write'));
  await third;
  expect(session.permissions.get()?.news).toBe('write');
});
