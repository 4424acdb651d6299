/** Kinds of work, in the order of their ids. `icon` is an icon name of the console. */
export const SERVICES = [
  { name: 'Сантехника', icon: 'plumbing' },
  { name: 'Электрика', icon: 'bolt' },
  { name: 'Лифты', icon: 'elevator' },
  { name: 'Уборка', icon: 'cleaning' },
  { name: 'Домофон и ключи', icon: 'key' },
  { name: 'Отделка', icon: 'format-paint' },
  { name: 'Благоустройство', icon: 'park' },
  { name: 'Отопление', icon: 'thermostat' },
] as const;

/** Name of a service of the demo company. */
export type ServiceName = (typeof SERVICES)[number]['name'];
