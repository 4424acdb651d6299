import { useTranslate } from 'react-admin';
import { companyZone } from '#console/data/company-clock.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { Person } from '#resources/protocol/personal-data/personal-data.ts';

/** Describes a person: «Резидент, +79161234567», «Сотрудник, удалён», and when their data were erased. */
export function useDescribePerson() {
  const translate = useTranslate();
  const day = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: companyZone() });
  return ({ isResident, isDeleted, phone, erasedAt }: Person): string => {
    const kind = translate(isResident ? 'personalData.resident' : 'personalData.employee');
    if (erasedAt) return `${kind}, ${translate('personalData.erasedAt', { date: day.format(new Date(erasedAt)) })}`;
    return `${kind}, ${isDeleted ? translate('personalData.deletedPerson') : formatPhone(phone ?? '')}`;
  };
}
