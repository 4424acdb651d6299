import LockOutlined from '@mui/icons-material/LockOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useSignOut } from '#console/shell/menu/sign-out.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { Profile } from '#resources/protocol/people/profile-answers.ts';
import classes from './profile.module.css';

const DATE = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });

/** Formats a date as «3 февраля 2023», without the «г.» that `Intl` adds. */
function formatDay(iso: string): string {
  return DATE.format(new Date(iso)).replace(/г\.$/, '').trimEnd();
}

/** Card of the signed-in user (PROF-02): avatar, name, position, organisation, phone, access rights, password and sign-out. */
export function PersonCard({ profile }: { profile: Profile }) {
  const translate = useTranslate();
  const signOut = useSignOut();
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
  const organisation = [profile.subsidiary, profile.company].find((one) => one?.label);
  const allowedSections = Object.entries(profile.sections).filter(([, level]) => level !== 'denied');
  const sectionNames = allowedSections.map(([section]) =>
    translate(`access.sections.${section}`, { _: translate(`resources.${section}.page.list`, { _: section }) }),
  );
  return (
    <section className={classes.card} aria-label={name}>
      <div className={classes.person}>
        <Link className={classes.picture} to="/avatar" aria-label={translate('profile.changeAvatar')}>
          <Avatar name={name} picture={profile.avatar} size={88} />
          <span className={classes.camera}>
            <PhotoCameraOutlined aria-hidden />
          </span>
        </Link>
        <div>
          <h2 className={classes.name}>{name}</h2>
          {profile.position ? <p className={classes.position}>{profile.position}</p> : null}
        </div>
      </div>
      <dl className={classes.facts}>
        {organisation ? (
          <>
            <dt>{translate('profile.organisation')}</dt>
            <dd>{organisation.label}</dd>
          </>
        ) : null}
        <dt>{translate('profile.phone')}</dt>
        <dd>{formatPhone(profile.phone_number)}</dd>
        {profile.date ? (
          <>
            <dt>{translate('profile.registered')}</dt>
            <dd>{formatDay(profile.date)}</dd>
          </>
        ) : null}
        <dt>{translate('profile.accesses')}</dt>
        <dd>
          {sectionNames.length > 0 ? (
            <ul className={classes.chips}>
              {sectionNames.map((section) => (
                <li key={section} className={classes.chip}>
                  {section}
                </li>
              ))}
            </ul>
          ) : (
            translate('profile.noAccesses')
          )}
        </dd>
      </dl>
      <div className={classes.actions}>
        <ActionButton to="/password-change-logged" icon={<LockOutlined aria-hidden />}>
          {translate('profile.changePassword')}
        </ActionButton>
        <ActionButton variant="ghost" icon={<LogoutOutlined aria-hidden />} onClick={() => void signOut()}>
          {translate('profile.signOut')}
        </ActionButton>
      </div>
    </section>
  );
}
