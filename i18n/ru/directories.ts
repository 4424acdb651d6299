/** Lists that a company sets up for itself: what the server refuses, and how its page leads to them. */
export const directories = {
  inUse: 'Запись ещё используется: удалить её нельзя. Её можно переименовать или закрыть',
  headCompany: 'Это головная организация: её нельзя удалить или закрыть',
  tooMany: 'Больше %{max} записей в этом списке не хранится. Удалите лишние',
  phoneLine: 'Каждая строка – название и телефон: Диспетчерская: +7 495 123-45-67',
  title: 'Справочники',
  edit: 'Изменить данные и телефоны',
  about: {
    organisations: 'Ваша компания и дочерние организации',
    services: 'Виды работ в заявках и у исполнителей',
    complexes: 'Группы домов в списке объектов',
    answers: 'Готовые тексты для чата',
    stories: 'Картинки с подсказками над новостями',
  },
} as const;
