import { COMPANY } from './places.ts';
import type { NewRow } from './rows.ts';

/** Rows of companies: the head company and two subsidiaries. */
export const COMPANIES: readonly NewRow<'companies'>[] = [
  {
    id: COMPANY.head,
    label: 'УК «Северный дом»',
    is_tenant: true,
    name_full: 'Общество с ограниченной ответственностью «Управляющая компания „Северный дом“»',
    name_short: 'УК «Северный дом»',
    license_on: '2016-03-14',
    phones: [
      { group: 'Аварийная служба', number: '+78005550103' },
      { group: 'Диспетчерская', number: '+78005550101' },
      { group: 'Бухгалтерия', number: '+78005550107' },
    ],
  },
  {
    id: COMPANY.north,
    label: 'Север-Сервис',
    is_tenant: false,
    name_full: 'Общество с ограниченной ответственностью «Север-Сервис»',
    name_short: 'ООО «Север-Сервис»',
    license_on: '2019-09-02',
    phones: [{ group: 'Диспетчерская', number: '+78005550120' }],
  },
  {
    id: COMPANY.lift,
    label: 'Лифт-Контроль',
    is_tenant: false,
    name_full: 'Общество с ограниченной ответственностью «Лифт-Контроль»',
    name_short: 'ООО «Лифт-Контроль»',
    license_on: '2020-11-18',
    phones: [{ group: 'Круглосуточно', number: '+78005550130' }],
  },
];
