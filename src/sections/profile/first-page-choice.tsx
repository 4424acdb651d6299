import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useServerFeature } from '#console/data/session/features.ts';
import { chosenFirstPage, SHIFT_PAGE, storeFirstPage } from '#console/data/session/first-page.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { parsePhoneDigits } from '#resources/language/kinds/phone-format.ts';
import type { Profile } from '#resources/protocol/people/profile-answers.ts';
import classes from './session-list.module.css';

/** Choice of the page after sign-in, «После входа открывать»; only if the server has the shift page and nobody is viewed as. */
export function FirstPageChoice({ profile }: { profile: Profile }) {
  const digits = parsePhoneDigits(profile.phone_number);
  const isShown = useServerFeature('shift') && viewedAs() === null;
  return isShown && digits ? <FirstPageCard login={`7${digits}`} /> : null;
}

function FirstPageCard({ login }: { login: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isShiftFirst, setIsShiftFirst] = useState(() => chosenFirstPage(login) !== null);
  const choose = (value: string) => {
    storeFirstPage(login, value === 'shift' ? SHIFT_PAGE : null);
    setIsShiftFirst(value === 'shift');
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
          value={isShiftFirst ? 'shift' : 'news'}
          onChange={choose}
        />
      </fieldset>
      <p className={classes.hint}>{translate('profile.firstPage.hint')}</p>
    </section>
  );
}
