import type { FastifyInstance } from 'fastify';
import { ANSWERS_PATH, answerBody, answerChange, answerList, answerSaved } from '#resources/protocol/chat/answers.ts';
import { ANSWERS_MAX } from '#resources/rules/chat/canned-answers.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { refuseStale } from '#server/records/record-version.ts';
import { countAnswers, deleteAnswer, insertAnswer, listAnswers, lockAnswer, updateAnswer } from './queries.ts';

/** People who may change employees, among them all administrators and superusers. */
const CHANGE_ACCESS = { kind: 'section', section: 'employees', action: 'change', scope: 'none' } as const;

const exampleBody = () => ({ title: `Показания ${Math.random()}`, text: 'Здравствуйте, {имя}!' });

/** Creates an example answer. @returns its path */
async function createExampleAnswer({ send }: World): Promise<string> {
  const saved = answerSaved.parse(await send('POST', { url: ANSWERS_PATH, body: exampleBody() }));
  return `${ANSWERS_PATH}${saved.params.id}/`;
}

/** Runs a write. @throws FieldsError at `title` if another answer has this title */
async function reportTakenTitle<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    if (code === '23505' && constraint === 'canned_answers_title') throw new FieldsError({ title: ['answers.taken'] });
    throw error;
  }
}

/** Canned answers of the company (ours); every user of the chat can read them. */
export function answersRoutes(app: FastifyInstance, { db, now }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: ANSWERS_PATH,
    summary: 'Быстрые ответы чата, по названию',
    access: { kind: 'section', section: 'chats', action: 'see', scope: 'none' },
    answer: answerList,
    example: () => ({ url: ANSWERS_PATH }),
    handle: () => listAnswers(db),
  });

  route(app, {
    method: 'POST',
    url: ANSWERS_PATH,
    summary: 'Новый быстрый ответ',
    access: CHANGE_ACCESS,
    body: answerBody,
    once: true,
    ok: 201,
    answer: answerSaved,
    example: () => ({ url: ANSWERS_PATH, body: exampleBody() }),
    handle: ({ reader, body, once, request }) =>
      reportTakenTitle(
        db.transaction().execute((trx) =>
          once(trx, {
            create: async () => {
              if ((await countAnswers(trx)) >= ANSWERS_MAX)
                throw new ApiError('too_many_answers', { max: ANSWERS_MAX });
              const after = await insertAnswer(trx, reader.user, body, now());
              const auditEntry = { user: reader.user, action: 'create', resource: 'answers', record: after.id };
              await audit(trx, { ...auditEntry, after, request: request.id });
              return { params: after };
            },
            isStillVisible: async ({ params }) => (await lockAnswer(trx, params.id)) !== null,
          }),
        ),
      ),
  });

  route(app, {
    method: 'PATCH',
    url: `${ANSWERS_PATH}:id/`,
    summary: 'Изменить быстрый ответ; с version чужая правка не затирается',
    access: CHANGE_ACCESS,
    params: idParams,
    body: answerChange,
    answer: answerSaved,
    example: async (world) => ({ url: await createExampleAnswer(world), body: exampleBody() }),
    handle: ({ reader, params, body, request }) =>
      reportTakenTitle(
        db.transaction().execute(async (trx) => {
          const before = await lockAnswer(trx, params.id);
          if (!before) throw new ApiError('not_found');
          const { title, text } = before;
          const currentAnswer = { resource: 'answers', record: params.id, parts: [{ title, text }] };
          await refuseStale(trx, body.version, currentAnswer);
          const after = await updateAnswer(trx, params.id, reader.user, body, now());
          const auditEntry = { user: reader.user, action: 'update', resource: 'answers', record: params.id };
          await audit(trx, { ...auditEntry, before, after, request: request.id });
          return { params: after };
        }),
      ),
  });

  route(app, {
    method: 'DELETE',
    url: `${ANSWERS_PATH}:id/`,
    summary: 'Удалить быстрый ответ',
    access: CHANGE_ACCESS,
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await createExampleAnswer(world) }),
    handle: async ({ reader, params, request }) => {
      await db.transaction().execute(async (trx) => {
        const before = await lockAnswer(trx, params.id);
        if (!before) throw new ApiError('not_found');
        await deleteAnswer(trx, params.id);
        const auditEntry = { user: reader.user, action: 'delete', resource: 'answers', record: params.id };
        await audit(trx, { ...auditEntry, before, request: request.id });
      });
      return undefined;
    },
  });
}
