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
import { issueChatPass } from '#server/chat/queries/token-queries.ts';
import { lastInChats, searchChat } from '#server/chat/search.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { route } from '#server/http/route.ts';
import { findChatPerson, listContacts, selectChatPhone } from './queries.ts';

/** Any signed-in employee: the chat is open to all staff (PERM-18, G-02). */
const STAFF_ACCESS = { kind: 'staff', scope: 'none' } as const;

const positiveNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'validation.number')
    .transform(Number)
    .pipe(z.number().max(max, 'validation.number'));

/** Latest accepted time, ms since 1970. */
const LATEST_TIME_MS = Date.UTC(2100, 0, 1);

const CONTACTS_PATH = '/api/crm/chat-contacts/';

/** Routes around the chat (CHAT-21), and our additional ones from `resources/protocol/chat/chat.ts`. */
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
      const url = `${CONTACTS_PATH}?kind=resident&buildings_id=${world.home.building}&page_size=${CONTACTS_PAGE.max}`;
      const { results } = chatContactsAnswer.parse(await world.send('GET', { url }));
      // A resident who has homes only in that entrance.
      const resident = results.find(({ units }) => units.every(({ porch }) => porch.id === world.home.porch));
      return { url: `/api/authorized/profile/?chat_id=${resident?.chat_id}` };
    },
    handle: async ({ reader, query }) => {
      const person = await findChatPerson(db, reader, query.chat_id);
      if (!person) throw new ApiError('not_found');
      return person;
    },
  });

  route(app, {
    method: 'GET',
    url: CONTACTS_PATH,
    summary: 'Кому можно написать: коллеги и жители доступных подъездов',
    access: { kind: 'staff', scope: 'buildings', outside: { building: 200, entrance: 200 } },
    query: z.object({
      kind: z.enum(['resident', 'company']).optional(),
      chat_id: chatTopicName.optional(),
      buildings_id: queryIds,
      search: z.string().max(SEARCH_LIMITS.max, 'validation.tooLong').optional(),
      page: positiveNumber(ID_MAX).optional(),
      page_size: positiveNumber(CONTACTS_PAGE.max).optional(),
    }),
    answer: chatContactsAnswer,
    example: ({ home }) => ({ url: `${CONTACTS_PATH}?buildings_id=${home.building}` }),
    handle: async ({ reader, query }) => {
      const { page = 1, page_size = CONTACTS_PAGE.usual, search = '', kind = null, chat_id = null } = query;
      const contactQuery = { kind, chatId: chat_id, buildings: query.buildings_id, search, page, pageSize: page_size };
      return { ...(await listContacts(db, reader, contactQuery)), number: page, page_size };
    },
  });

  route(app, {
    method: 'POST',
    url: '/api/authorized/chat-pass/',
    summary: 'Одноразовый вход в чат для сеанса консоли',
    access: STAFF_ACCESS,
    ok: 201,
    answer: chatPassAnswer,
    example: () => ({ url: '/api/authorized/chat-pass/' }),
    handle: async ({ reader }) => {
      const password = await issueChatPass(db, reader.user, reader.token.id, now());
      const login = (await selectChatPhone(db, reader.user)).replace(/\D/g, '');
      return { login, password, expires_in: LIFETIME.chat_pass / 1000 };
    },
  });

  messageRoutes(app, context);
}

/** Search in chat messages, and the last message of each chat. */
function messageRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: '/api/crm/chat-messages/',
    summary: 'Поиск по сообщениям чата, новые первыми',
    access: { ...STAFF_ACCESS, own: true },
    query: z.object({
      chat_id: chatTopicName,
      search: z
        .string()
        .trim()
        .min(SEARCH_LIMITS.min, 'validation.tooShort')
        .max(SEARCH_LIMITS.max, 'validation.tooLong'),
      before: positiveNumber(ID_MAX).optional(),
    }),
    answer: foundMessagesAnswer,
    example: async (world) => {
      const { results } = chatContactsAnswer.parse(await world.send('GET', { url: `${CONTACTS_PATH}?kind=company` }));
      return { url: `/api/crm/chat-messages/?chat_id=${results[0]?.chat_id}&search=вода` };
    },
    handle: ({ reader, query }) =>
      searchChat(db, reader.user, query.chat_id, { text: query.search, before: query.before ?? null }),
  });

  route(app, {
    method: 'GET',
    url: '/api/crm/chat-messages/last/',
    summary: 'Последнее сообщение каждого чата',
    access: { ...STAFF_ACCESS, own: true },
    query: z.object({ since: positiveNumber(LATEST_TIME_MS).optional() }),
    answer: lastMessagesAnswer,
    example: () => ({ url: '/api/crm/chat-messages/last/' }),
    handle: ({ reader, query }) => lastInChats(db, reader.user, query.since ?? null),
  });
}
