/** A frame of a story; `film` is the only video. */
interface Frame {
  scene: string | 'film';
  title: string;
  text: string;
  /** Duration, ms, if it differs from the viewer's default. */
  duration?: number;
}

/** A story of the demo company. */
export interface DemoStory {
  title: string;
  subtype: 'rules' | 'safety' | 'muni' | 'domcom';
  cover: string;
  /** Age in days. */
  days: number;
  /** Indexes of buildings in the town plan; all by default. */
  houses?: readonly number[];
  frames: readonly Frame[];
}

/** Stories in the order they are shown. */
export const STORIES: readonly DemoStory[] = [
  {
    title: 'Правила дома',
    subtype: 'rules',
    cover: 'rules',
    days: 1,
    frames: [
      {
        scene: 'stairs-clutter',
        title: 'Не храните вещи на лестнице',
        text: 'Коляски, шкафы и велосипеды закрывают выход. В доме есть колясочная на первом этаже – ключ у консьержа.',
        duration: 4000,
      },
      { scene: 'stairs', title: 'Тишина после 22:00', text: 'В будни шумные работы – с 9 до 19, с 13 до 15 перерыв.' },
      {
        scene: 'entrance',
        title: 'Дверь закрывается сама',
        text: 'Не подкладывайте камень: доводчик ломается, а подъезд остывает.',
      },
    ],
  },
  {
    title: 'Пожарная безопасность',
    subtype: 'safety',
    cover: 'fire-safety',
    days: 2,
    frames: [
      {
        scene: 'fire-safety',
        title: 'Звоните 112',
        text: 'Назовите адрес, подъезд и этаж. Лифтом не пользуйтесь.',
        duration: 5000,
      },
      { scene: 'switchboard', title: 'Щиток – не кладовка', text: 'В нише щитка нельзя держать ничего, кроме щитка.' },
      {
        scene: 'parking',
        title: 'Проезд для пожарных',
        text: 'Две жёлтые полосы у дома – место для лестницы, а не для машины.',
      },
    ],
  },
  {
    title: 'Городские службы',
    subtype: 'muni',
    cover: 'city-hall',
    days: 4,
    frames: [
      {
        scene: 'city-hall',
        title: 'Где получить справку',
        text: 'Паспортист принимает во вторник и четверг с 15 до 19, в субботу с 10 до 13.',
      },
      {
        scene: 'repair-works',
        title: 'Раскопки на Мельничной',
        text: 'Город меняет теплотрассу. Пешеходный проход открыт, машины – в объезд.',
      },
    ],
  },
  {
    title: 'Домком',
    subtype: 'domcom',
    cover: 'house-committee',
    days: 6,
    houses: [0, 2],
    frames: [
      {
        scene: 'house-committee',
        title: 'Ваш совет дома',
        text: 'Председатель – Зоя Веснина, квартира 31. Встречи в первую среду месяца в семь вечера.',
      },
      {
        scene: 'yard',
        title: 'Голосуем за лавки',
        text: 'Выберите, где поставить четыре новые лавки: в приложении, до воскресенья.',
      },
    ],
  },
  {
    title: 'Зима во дворе',
    subtype: 'rules',
    cover: 'winter-yard',
    days: 8,
    frames: [
      {
        scene: 'film',
        title: 'Первый снег',
        text: 'Дворники выходят в пять утра. Машины вдоль тротуара мешают убрать снег.',
        duration: 4000,
      },
      {
        scene: 'winter-yard',
        title: 'Песок у каждого подъезда',
        text: 'Ящик с песком и лопатой не заперт: если скользко, посыпьте ступени.',
      },
    ],
  },
  {
    title: 'Отопительный сезон',
    subtype: 'muni',
    cover: 'heating',
    days: 12,
    frames: [
      {
        scene: 'heating',
        title: 'Батарея шумит?',
        text: 'Это воздух. Через день-два он уйдёт сам, если нет – создайте заявку.',
        duration: 3500,
      },
      {
        scene: 'boiler-room',
        title: 'Тепловой пункт под присмотром',
        text: 'Датчики следят за давлением круглые сутки, дежурный видит их с пульта.',
      },
    ],
  },
  {
    title: 'Доставка и почта',
    subtype: 'rules',
    cover: 'mailboxes',
    days: 15,
    frames: [
      { scene: 'mailboxes', title: 'Ящик не закрывается', text: 'Замок поменяем бесплатно: заявка «Домофон и ключи».' },
      {
        scene: 'intercom',
        title: 'Курьеру – одноразовый код',
        text: 'Создайте его в приложении, он действует два часа.',
      },
    ],
  },
  {
    title: 'Парковка во дворе',
    subtype: 'rules',
    cover: 'parking',
    days: 20,
    houses: [0, 1, 2, 3, 4],
    frames: [
      {
        scene: 'parking',
        title: 'Гостям – два часа',
        text: 'Гостевые места у въезда. Дольше двух часов – в паркинг, дом 14Б.',
      },
      {
        scene: 'parking-plan',
        title: 'Схема двора',
        text: 'Красный квадрат – место для спецтехники, там стоять нельзя.',
        duration: 4500,
      },
    ],
  },
  {
    title: 'Если застряли в лифте',
    subtype: 'safety',
    cover: 'lift',
    days: 26,
    frames: [
      {
        scene: 'lift',
        title: 'Нажмите кнопку с трубкой',
        text: 'Диспетчер ответит за минуту. Воздух в кабине есть, двери не раздвигайте.',
        duration: 4000,
      },
      { scene: 'stairs', title: 'Ждите механика', text: 'Приедет в течение получаса. Не выбирайтесь между этажами.' },
    ],
  },
  {
    title: 'Детская площадка',
    subtype: 'safety',
    cover: 'playground',
    days: 31,
    frames: [
      {
        scene: 'playground',
        title: 'Качели – по одному',
        text: 'Заметили торчащий саморез или трещину – пришлите фото в заявке.',
      },
      {
        scene: 'bins',
        title: 'Мусор – в контейнер',
        text: 'После праздника во дворе уберите за собой: пакеты есть у консьержа.',
      },
    ],
  },
];
