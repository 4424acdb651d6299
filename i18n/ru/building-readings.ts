/** Reading types of buildings (`engine.readings`): the four, their options in a form, the same in few words. */
export const buildingReadings = {
  groups: { water: 'Вода', electricity: 'Электричество', gas: 'Газ', heating: 'Отопление' },
  options: {
    water_hot_and_cold: 'Горячая и холодная',
    water_cold: 'Только холодная',
    water_hot: 'Только горячая',
    elec_day_and_night: 'День и ночь',
    elec_common: 'Однотарифный',
  },
  short: {
    water_hot_and_cold: 'горячая и холодная',
    water_common: 'горячая и холодная',
    water_cold: 'только холодная',
    water_hot: 'только горячая',
    elec_day_and_night: 'день и ночь',
    elec_common: 'однотарифный',
  },
  on: 'принимается',
  off: 'не принимается',
} as const;
