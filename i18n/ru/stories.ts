/** The story strip and the viewer (STORY-*). */
export const stories = {
  strip: 'Истории',
  unread: 'не просмотрена',
  nameless: 'История %{number}',
} as const;
