/** Texts of form pages: steps, tabs, the question before sending, values that two people changed. */
export const formPages = {
  form: {
    steps: 'Шаги',
    /** From the form of a record that another page has begun. */
    back: 'Вернуться назад',
    tabs: 'Части формы',
    /** All that two people changed was left as the other one had it. */
    keptTheirs: 'Осталось так, как сохранено на сервере',
    secondLook: {
      title: 'Проверьте ещё раз',
      line: 'Если всё верно, можно отправить.',
      send: 'Всё верно, отправить',
      back: 'Исправить',
    },
  },
  /** Of several things that stand in a field, beside what stands there on the server. */
  conflict: {
    more: 'и ещё %{count}',
    common: 'Совпадает: %{count}',
  },
} as const;
