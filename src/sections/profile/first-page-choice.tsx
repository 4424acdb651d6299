import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useAddition } from '#console/data/session/features.ts';
import { chooseFirstPage, chosenFirstPage, SHIFT_PAGE } from '#console/data/session/first-page.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { phoneDigits } from '#resources/language/kinds/phone-format.ts';
import type { Profile } from '#resources/protocol/people/profile-answers.ts';
import classes from './session-list.module.css';

/** «После входа открывать»: the news or the shift page; only if the person can see the shift page. */
export function FirstPageChoice({ profile }: { profile: Profile }) {
  const digits = phoneDigits(profile.phone_number);
  const isShown = useAddition('shift') && viewedAs() === null;
  return isShown && digits ? <Choice login={`7${digits}`} /> : null;
}

function Choice({ login }: { login: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isShift, setShift] = useState(() => chosenFirstPage(login) !== null);
  const choose = (value: string) => {
    chooseFirstPage(login, value === 'shift' ? SHIFT_PAGE : null);
    setShift(value === 'shift');
    notify('profile.firstPage.saved', { messageArgs: { page: translate(`profile.firstPage.${value}`) } });
  };
  return (
    <section className={classes.card} aria-labelledby="first-page">
      <h2 id="first-page" className={classes.title}>
        {translate('profile.firstPage.title')}
      </h2>
      <fieldset className={classes.choice} aria-labelledby="first-page">
        <OptionGroup
          name="first-page"
          look="segments"
          options={['news', 'shift'].map((value) => ({ value, label: translate(`profile.firstPage.${value}`) }))}
          value={isShift ? 'shift' : 'news'}
          onChange={choose}
        />
      </fieldset>
      <p className={classes.hint}>{translate('profile.firstPage.hint')}</p>
    </section>
  );
}
