/** Where a message stands: its chat, opened at it. @param topic name of the chat on its wire */
export function messagePlace({ topic, seq }: { topic: string; seq: number }): string {
  return `/chats?chat_id=${encodeURIComponent(topic)}&message=${seq}`;
}
