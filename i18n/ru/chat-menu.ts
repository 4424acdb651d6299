/** Texts of the menu about the chat; all others come with its page. */
export const chatMenu = {
  title: 'Общение',
  /** Messages and complaints together. */
  waiting: 'непрочитанных сообщений и обращений: %{count}',
} as const;
