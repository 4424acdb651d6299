/** The story strip and the viewer (A§2, STORY-*). */
export const stories = {
  strip: 'Истории',
  unread: 'не просмотрена',
  nameless: 'История %{number}',
} as const;
