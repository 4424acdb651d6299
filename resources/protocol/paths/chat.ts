/** HTTP paths of the chat besides its own protocol (docs/chat-protocol.md). */
export const CHAT_PASS_PATH = '/api/authorized/chat-pass/';
export const CHAT_CONTACTS_PATH = '/api/crm/chat-contacts/';
export const CHAT_MESSAGES_PATH = '/api/crm/chat-messages/';
export const LAST_MESSAGES_PATH = `${CHAT_MESSAGES_PATH}last/`;
/** The person behind a chat. */
export const CHAT_PROFILE_PATH = '/api/authorized/profile/';
/** Requests created from messages. */
export const REQUESTS_BY_MESSAGE_PATH = '/api/crm/tasks/by-message/';
