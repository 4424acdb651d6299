import '#i18n/settings-pages-texts.ts';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { firstLetter } from '#console/ui/display/avatar.tsx';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { CompanyProfile } from '#resources/protocol/buildings/settings.ts';
import classes from './company.module.css';

const DATE = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats `2016-03-14` as «14 марта 2016», without the «г.» that Intl adds. */
export function formatLongDay(day: string): string {
  return DATE.format(new Date(`${day}T00:00:00Z`))
    .replace(/г\.$/, '')
    .trimEnd();
}

/** Initials of a company: «СД» for «УК „Северный дом“», taken from the name in quotation marks. */
export function companyInitials(name: string): string {
  const properName = /[«"]([^»"]+)/.exec(name)?.[1] ?? name;
  const words = properName.split(/[\s-]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => firstLetter(word).toLocaleUpperCase('ru'))
    .join('');
}

/** Picture, names, telephones and the day of registration of a company (SET-44). */
export function CompanyCard({ company }: { company: CompanyProfile }) {
  const translate = useTranslate();
  const { name_full, name_short, avatar, phones, license_on } = company;
  const [isBroken, setIsBroken] = useState(false);
  return (
    <section className={classes.page} aria-label={name_short}>
      <div className={classes.head}>
        <span className={classes.avatar} aria-hidden>
          {avatar && !isBroken ? (
            <img src={avatar} alt="" width={88} height={88} onError={() => setIsBroken(true)} />
          ) : (
            companyInitials(name_short)
          )}
        </span>
        <div>
          <h2 className={classes.name}>{name_short}</h2>
          <p className={classes.full}>{name_full}</p>
        </div>
      </div>
      <dl className={classes.facts}>
        {phones.map(({ group, number }) => (
          <div key={`${group} ${number}`} className={classes.fact}>
            <dt>{group}</dt>
            <dd>
              <a href={`tel:${number}`}>{formatPhone(number)}</a>
            </dd>
          </div>
        ))}
        {license_on ? (
          <div className={classes.fact}>
            <dt>{translate('settingsPages.registered')}</dt>
            <dd>{formatLongDay(license_on)}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}
