import { useTranslate } from 'react-admin';
import { Avatar } from '#console/ui/avatar.tsx';
import { HoldToDelete } from '#console/ui/hold-to-delete.tsx';
import { RowMenu } from '#console/ui/row-menu.tsx';
import classes from './avatar.module.css';

/** The present picture, with the menu to delete it by holding (PROF-14). */
export function CurrentAvatar({
  name,
  picture,
  onDelete,
}: {
  name: string;
  picture: string;
  onDelete: () => Promise<void>;
}) {
  const translate = useTranslate();
  return (
    <div className={classes.current}>
      <Avatar name={name} picture={picture} size={64} />
      <span>{translate('profile.avatar.current')}</span>
      <RowMenu label={translate('profile.avatar.actions')}>
        <HoldToDelete what={translate('profile.avatar.what')} onDelete={onDelete} />
      </RowMenu>
    </div>
  );
}
