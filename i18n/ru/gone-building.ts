/** Said wherever a building was deleted or is out of reach. */
export const GONE_BUILDING = 'Такого здания больше нет';
