import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import { useTranslate } from 'react-admin';
import { NavLink } from 'react-router';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { usePrefetch } from '../prefetch.ts';
import classes from './menu.module.css';
import { usePerson } from './person.ts';
import { useSignOut } from './sign-out.ts';

/**
 * The signed-in person with a link to the profile, and the sign-out button.
 * @param onGo called when the profile link is followed
 */
export function PersonBlock({ onGo }: { onGo?: () => void }) {
  const translate = useTranslate();
  const person = usePerson();
  const prefetchProps = usePrefetch('/profile');
  const signOut = useSignOut();
  return (
    <div className={classes.person}>
      {person ? (
        <NavLink {...prefetchProps} className={classes.who} to="/profile" onClick={onGo}>
          <Avatar name={person.name} picture={person.avatar} />
          <span className={classes.names}>
            <b title={person.name}>{person.name}</b>
            {person.position ? <small title={person.position}>{person.position}</small> : null}
          </span>
        </NavLink>
      ) : (
        <div className={classes.who} />
      )}
      <IconButton label={translate('shell.signOut')} onClick={signOut}>
        <LogoutOutlined aria-hidden />
      </IconButton>
    </div>
  );
}
