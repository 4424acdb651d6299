/** Sections that the test installation adds by JSON, as somebody who knows no TypeScript would write them. */
export const EXTRA_DEFINITIONS: Readonly<Record<string, object>> = {
  /** Tied to buildings: who sees a record depends on their entrances. */
  'passes.json': {
    name: 'passes',
    section: 'passes',
    icon: 'key',
    words: {
      one: 'пропуск',
      few: 'пропуска',
      many: 'пропусков',
      accusative: 'пропуск',
      gender: 'm',
      plural: 'пропуска',
    },
    building: 'house',
    fields: {
      guest: { kind: 'text', label: 'Гость', required: true, min: 3, max: 40 },
      house: { kind: 'building', label: 'Дом', required: true, filter: true },
      kind: {
        kind: 'choice',
        label: 'Вид',
        options: [
          { value: 'foot', label: 'Пеший' },
          { value: 'car', label: 'Автомобиль' },
        ],
        filter: true,
      },
      number: { kind: 'text', label: 'Номер машины', max: 12, unique: true },
      from: { kind: 'date', label: 'С', filter: true },
      times: { kind: 'number', label: 'Сколько раз', min: 1, max: 99, filter: true },
      signed: { kind: 'checkbox', label: 'Подписан', filter: true },
      fee: { kind: 'money', label: 'Плата', max: 1_000_000, filter: true },
      flat: { kind: 'unit', label: 'К кому', building: 'house' },
      camera: { kind: 'reference', label: 'Камера', to: 'cameras', filter: true },
      rule: { kind: 'reference', label: 'Правило', to: 'rules', filter: true },
      doors: { kind: 'checklist', label: 'Подъезды', of: 'porches', building: 'house', filter: true },
      stage: {
        kind: 'state',
        label: 'Состояние',
        filter: true,
        states: [
          { value: 'ordered', label: 'Заказан', colour: 'info' },
          { value: 'inside', label: 'Гость вошёл', colour: 'success', final: true },
        ],
        moves: [{ name: 'let-in', label: 'Впустить', from: ['ordered'], to: 'inside', who: { level: 'read' } }],
      },
    },
    comments: true,
    list: {
      layout: 'board',
      order: 'manual',
      columns: ['guest', 'house', 'kind', 'from'],
      menu: ['edit', 'hold-delete'],
      search: ['guest', 'number'],
    },
    form: [
      {
        fields: [
          'guest',
          'house',
          'kind',
          'number',
          'from',
          'times',
          'signed',
          'fee',
          'flat',
          'camera',
          'rule',
          'doors',
        ],
      },
    ],
  },
  /** Tied to nothing: every reader of the section sees every record. */
  'rules.json': {
    name: 'rules',
    section: 'rules',
    icon: 'description',
    words: { one: 'правило', few: 'правила', many: 'правил', accusative: 'правило', gender: 'n', plural: 'правила' },
    fields: { title: { kind: 'text', label: 'Название', required: true, min: 3, max: 60, unique: true } },
    list: { layout: 'table', columns: ['title'], menu: ['edit', 'hold-delete'] },
    form: [{ fields: ['title'] }],
  },
};
