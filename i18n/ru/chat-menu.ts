/** What the menu says of the chat; all else of it comes with its page. */
export const chatMenu = {
  title: 'Общение',
  /** Messages and complaints together. */
  waiting: 'непрочитанных сообщений и обращений: %{count}',
} as const;
