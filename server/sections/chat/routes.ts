import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import {
  CONTACTS_PAGE,
  chatContactsAnswer,
  chatPassAnswer,
  chatProfileAnswer,
  chatTopicName,
  foundMessagesAnswer,
  lastMessagesAnswer,
  SEARCH_LIMITS,
} from '#resources/protocol/chat/chat.ts';
import { LIFETIME } from '#server/access/tokens.ts';
import { issuePass } from '#server/chat/queries/token-queries.ts';
import { lastInChats, searchChat } from '#server/chat/search.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { route } from '#server/http/route.ts';
import { listContacts, personInChat, selectChatPhone } from './queries.ts';

/** Any signed-in employee: the chat is open to all staff (PERM-18, G-02). */
const STAFF = { kind: 'staff', scope: 'none' } as const;

const count = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'validation.number')
    .transform(Number)
    .pipe(z.number().max(max, 'validation.number'));

/** Latest moment that is asked about, ms since 1970. */
const MOMENT_MAX = Date.UTC(2100, 0, 1);

const CONTACTS = '/api/crm/chat-contacts/';

/** Calls around the chat (CHAT-21) and the additive ones of `resources/protocol/chat/chat.ts`. */
export function chatRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now } = context;

  route(app, {
    method: 'GET',
    url: '/api/authorized/profile/',
    summary: 'Состояние и должность собеседника',
    access: { kind: 'staff', scope: 'buildings', outside: { building: 404, entrance: 404 } },
    query: z.object({ chat_id: chatTopicName }),
    answer: chatProfileAnswer,
    example: async (world) => {
      const url = `${CONTACTS}?kind=resident&buildings_id=${world.home.building}&page_size=${CONTACTS_PAGE.max}`;
      const { results } = chatContactsAnswer.parse(await world.send('GET', { url }));
      // A resident of that entrance alone.
      const one = results.find(({ units }) => units.every(({ porch }) => porch.id === world.home.porch));
      return { url: `/api/authorized/profile/?chat_id=${one?.chat_id}` };
    },
    handle: async ({ reader, query }) => {
      const person = await personInChat(db, reader, query.chat_id);
      if (!person) throw new ApiError('not_found');
      return person;
    },
  });

  route(app, {
    method: 'GET',
    url: CONTACTS,
    summary: 'Кому можно написать: коллеги и жители доступных подъездов',
    access: { kind: 'staff', scope: 'buildings', outside: { building: 200, entrance: 200 } },
    query: z.object({
      kind: z.enum(['resident', 'company']).optional(),
      chat_id: chatTopicName.optional(),
      buildings_id: queryIds,
      search: z.string().max(SEARCH_LIMITS.max, 'validation.tooLong').optional(),
      page: count(ID_MAX).optional(),
      page_size: count(CONTACTS_PAGE.max).optional(),
    }),
    answer: chatContactsAnswer,
    example: ({ home }) => ({ url: `${CONTACTS}?buildings_id=${home.building}` }),
    handle: async ({ reader, query }) => {
      const { page = 1, page_size = CONTACTS_PAGE.usual, search = '', kind = null, chat_id = null } = query;
      const asked = { kind, chatId: chat_id, buildings: query.buildings_id, search, page, pageSize: page_size };
      return { ...(await listContacts(db, reader, asked)), number: page, page_size };
    },
  });

  route(app, {
    method: 'POST',
    url: '/api/authorized/chat-pass/',
    summary: 'Одноразовый вход в чат для сеанса консоли',
    access: STAFF,
    ok: 201,
    answer: chatPassAnswer,
    example: () => ({ url: '/api/authorized/chat-pass/' }),
    handle: async ({ reader }) => {
      const password = await issuePass(db, reader.user, reader.token.id, now());
      const login = (await selectChatPhone(db, reader.user)).replace(/\D/g, '');
      return { login, password, expires_in: LIFETIME.chat_pass / 1000 };
    },
  });

  messageRoutes(app, context);
}

/** Chat messages: found by their words, and the last of each chat. */
function messageRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: '/api/crm/chat-messages/',
    summary: 'Поиск по сообщениям чата, новые первыми',
    access: { ...STAFF, own: true },
    query: z.object({
      chat_id: chatTopicName,
      search: z
        .string()
        .trim()
        .min(SEARCH_LIMITS.min, 'validation.tooShort')
        .max(SEARCH_LIMITS.max, 'validation.tooLong'),
      before: count(ID_MAX).optional(),
    }),
    answer: foundMessagesAnswer,
    example: async (world) => {
      const { results } = chatContactsAnswer.parse(await world.send('GET', { url: `${CONTACTS}?kind=company` }));
      return { url: `/api/crm/chat-messages/?chat_id=${results[0]?.chat_id}&search=вода` };
    },
    handle: ({ reader, query }) =>
      searchChat(db, reader.user, query.chat_id, { text: query.search, before: query.before ?? null }),
  });

  route(app, {
    method: 'GET',
    url: '/api/crm/chat-messages/last/',
    summary: 'Последнее сообщение каждого чата',
    access: { ...STAFF, own: true },
    query: z.object({ since: count(MOMENT_MAX).optional() }),
    answer: lastMessagesAnswer,
    example: () => ({ url: '/api/crm/chat-messages/last/' }),
    handle: ({ reader, query }) => lastInChats(db, reader.user, query.since ?? null),
  });
}
