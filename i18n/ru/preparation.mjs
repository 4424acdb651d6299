/**
 * Texts of `npm start` before anything is installed. Plain JavaScript and apart from `ru.ts` for that reason: nothing but
 * Node itself can be counted on at that moment.
 */
export const preparation = {
  /** @param {string} needed @param {string} found */
  node: (needed, found) =>
    `Нужен Node.js ${needed} или новее, а установлен ${found}. Возьмите новую версию на https://nodejs.org и повторите.`,
  installing: 'Устанавливаем зависимости (npm ci)…',
  installFailed: 'Зависимости не установились: посмотрите ошибку npm выше, проверьте доступ к сети и повторите.',
  packagesAreLink:
    'Папка node_modules – ссылка на другую папку, и пакеты в той не подходят. Команда npm ci опустошила бы её, поэтому ' +
    'ничего не тронуто: уберите ссылку node_modules и повторите.',
  building: 'Собираем консоль…',
  buildFailed: 'Консоль не собралась: посмотрите ошибку выше.',
  /** @param {number} seconds */
  built: (seconds) => `Консоль собрана за ${inWords(seconds)} с.`,
  buildingServer: 'Собираем сервер…',
  serverBuildFailed: 'Сервер не собрался: посмотрите ошибку выше.',
  /** @param {number} seconds */
  serverBuilt: (seconds) => `Сервер собран за ${inWords(seconds)} с.`,
  /** @param {string} command */
  unknownCommand: (command) => `Неизвестная команда «${command}». Есть: npm start, npm run dev, npm run build.`,
};

/** @param {number} seconds */
function inWords(seconds) {
  return seconds.toFixed(1).replace('.', ',');
}
