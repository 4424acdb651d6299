/** Employees and rights (EMP-*). */
export const employees = {
  company: { head: 'головная', subsidiary: 'дочерняя' },
  sections: { settings: 'Настройки' },
  steps: {
    personal: 'Личные данные',
    sections: 'Разделы',
    objects: 'Объекты',
    services: 'Услуги',
    later: 'чтобы продолжить, заполните личные данные',
    performers: 'услуги нужны только исполнителям, выберите Разделы → Заявки → Быть исполнителем',
  },
  nobody: 'Кто-то',
  viewing: {
    banner: 'Вы видите консоль глазами сотрудника: %{name}. Изменить ничего нельзя',
    exit: 'Вернуться к себе',
  },
  building: {
    title: 'Кто что может в доме',
  },
} as const;
