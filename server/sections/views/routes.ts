import type { FastifyInstance } from 'fastify';
import { BUILT_IN } from '#resources/built-in.ts';
import { can, type Section } from '#resources/language/access.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { TASK_TEMPLATES, VIEW_LIMITS } from '#resources/protocol/views/view-bounds.ts';
import { type SavedView, VIEWS_PATH, viewBody, viewSaved, viewsAnswer } from '#resources/protocol/views/views.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { countOtherViews, deleteView, listViews, saveView, type ViewRow } from './queries.ts';

const STAFF_ACCESS = { kind: 'staff', scope: 'none', own: true } as const;

const exampleBody = () => ({ list: 'news', name: `Аварии ${Math.random()}`, query: 'order=DESC', shared: false });

/** Lists of the installation, by name: the section whose rights open each, and its title. */
function listDefinitions({
  catalogue,
}: Pick<ServerContext, 'catalogue'>): ReadonlyMap<string, { section: Section; title: string }> {
  const lists = new Map(
    [...BUILT_IN, ...catalogue.generics].map(({ name, section, words }) => [
      name,
      { section, title: sectionTitle(words) },
    ]),
  );
  const requests = lists.get('tasks');
  // Templates of requests are stored as views too.
  return requests ? lists.set(TASK_TEMPLATES, requests) : lists;
}

const serializeView = ({ owner_id, ...view }: ViewRow, user: number): SavedView => ({
  ...view,
  own: owner_id === user,
});

/** Saved views of lists: the reader's own, and those shared by people who may change the section. */
export function viewsRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now } = context;
  route(app, {
    method: 'GET',
    url: VIEWS_PATH,
    summary: 'Сохранённые виды списков: свои и общие',
    access: STAFF_ACCESS,
    answer: viewsAnswer,
    example: () => ({ url: VIEWS_PATH }),
    handle: async ({ reader }) => {
      const visibleLists = [...listDefinitions(context)].filter(([, { section }]) =>
        can(reader.levels, section, 'see'),
      );
      const rows = await listViews(
        db,
        reader.user,
        visibleLists.map(([name]) => name),
      );
      return { results: rows.map((row) => serializeView(row, reader.user)) };
    },
  });

  route(app, {
    method: 'POST',
    url: VIEWS_PATH,
    summary: 'Сохранить вид списка; свой вид с тем же названием заменяется',
    access: STAFF_ACCESS,
    body: viewBody,
    ok: 201,
    answer: viewSaved,
    example: () => ({ url: VIEWS_PATH, body: exampleBody() }),
    handle: async ({ reader, body, request }) => {
      const list = listDefinitions(context).get(body.list);
      if (!list) throw new FieldsError({ list: ['validation.choice'] });
      if (body.shared && !can(reader.levels, list.section, 'change'))
        throw new ApiError('no_right', { section: list.title });
      return db.transaction().execute(async (trx) => {
        if ((await countOtherViews(trx, reader.user, body.list, body.name)) >= VIEW_LIMITS.perList)
          throw new ApiError('too_many_views', { max: VIEW_LIMITS.perList });
        const after = await saveView(trx, { ...body, owner_id: reader.user }, now());
        if (body.shared) {
          const auditEntry = { user: reader.user, action: 'update', resource: 'views', record: after.id };
          await audit(trx, { ...auditEntry, after, request: request.id });
        }
        return { params: serializeView(after, reader.user) };
      });
    },
  });

  route(app, {
    method: 'DELETE',
    url: `${VIEWS_PATH}:id/`,
    summary: 'Удалить свой вид',
    access: { ...STAFF_ACCESS, scope: 'own' },
    params: idParams,
    ok: 204,
    example: async ({ send }) => {
      const { params } = viewSaved.parse(await send('POST', { url: VIEWS_PATH, body: exampleBody() }));
      return { url: `${VIEWS_PATH}${params.id}/` };
    },
    handle: async ({ reader, params, request }) => {
      await db.transaction().execute(async (trx) => {
        const before = await deleteView(trx, reader.user, params.id);
        if (!before) throw new ApiError('not_found');
        if (before.shared) {
          const auditEntry = { user: reader.user, action: 'delete', resource: 'views', record: params.id };
          await audit(trx, { ...auditEntry, before, request: request.id });
        }
      });
      return undefined;
    },
  });
}
