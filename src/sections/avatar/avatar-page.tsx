import { AVATAR_PATH } from '#resources/protocol/paths/access.ts';
import '#i18n/profile-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { PERSON_KEY, usePerson } from '#console/shell/menu/person.ts';
import { FormPage } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { HoldToDelete } from '#console/ui/dialogs/hold-to-delete.tsx';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { RowMenu } from '#console/ui/row-menu/row-menu.tsx';
import { DraftOffer } from '#console/ui/states/draft-offer.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import classes from './avatar.module.css';
import { useChosenPicture } from './chosen-picture.ts';
import type { Choice } from './cropper.tsx';
import { FileChoice } from './file-choice.tsx';
import { avatarData } from './picture.ts';
import { usePictureDraft } from './picture-draft.ts';
import { type View, WHOLE } from './view.ts';

/** How to set and to delete the person's picture; afterwards the profile is asked for anew. Failures are reported. */
function useOwnAvatar() {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: PERSON_KEY });
  return {
    /** @param data data URL of the picture (PROF-11) */
    save: async (data: string) => {
      await request(AVATAR_PATH, { method: 'POST', body: { avatar: data } });
      await reload();
    },
    /** @param avatar address of the present picture (PROF-14, G-64) */
    remove: async (avatar: string) => {
      await request(`${AVATAR_PATH}delete_current/`, { method: 'DELETE', body: { avatar } });
      await reload();
    },
  };
}

/** The present picture, with the menu to delete it by holding (PROF-14). */
function CurrentAvatar({ name, picture, onDelete }: { name: string; picture: string; onDelete: () => Promise<void> }) {
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

const Cropper = lazy(() => import('./cropper.tsx'));

/**
 * `/avatar`: choose a picture, a square of it, save; or delete the present one (PROF-08…15). What was chosen and not
 * saved is offered back.
 */
export function AvatarPage() {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const person = usePerson();
  const { save, remove } = useOwnAvatar();
  const { picture, choose } = useChosenPicture();
  const { offer, keep, keepView, forget } = usePictureDraft();
  const [from, setFrom] = useState<View>(WHOLE);
  const choice = useRef<Choice | null>(null);
  const [busy, setBusy] = useState(false);
  const current = person?.avatar;

  async function take(file: File, view: View) {
    setFrom(view);
    if (await choose(file)) keep(file, view);
  }

  async function send() {
    if (!picture || !choice.current || busy) return;
    const { square, degrees } = choice.current;
    setBusy(true);
    try {
      await save(avatarData(picture, square, degrees));
      forget();
      notify('profile.avatar.saved');
      await navigate('/profile');
    } catch (error) {
      // The alert has told of a failed call; the picture stays for another try.
      if (!(error instanceof RequestError)) throw error;
      setBusy(false);
    }
  }

  return (
    <FormPage
      heading={translate('profile.avatar.title')}
      back={{
        to: '/profile',
        label: translate('profile.avatar.back'),
        ...(picture ? { tooltip: translate('profile.avatar.backTooltip') } : {}),
      }}
      footer={
        <ActionButton variant="primary" busy={busy} unready={!picture} onClick={send}>
          {translate(picture ? 'profile.avatar.save' : 'profile.avatar.chooseFirst')}
        </ActionButton>
      }
    >
      {offer && !picture ? (
        <DraftOffer at={offer.at} onRestore={() => take(offer.file, offer.view)} onDiscard={forget} />
      ) : null}
      <div className={classes.page}>
        {picture ? (
          <Suspense fallback={<Skeleton width={400} height={400} radius={12} />}>
            <Cropper
              key={picture.src}
              picture={picture}
              from={from}
              onView={keepView}
              onChoice={(next) => {
                choice.current = next;
              }}
            />
          </Suspense>
        ) : null}
        <FileChoice hasChosen={picture !== null} onFile={(file) => take(file, WHOLE)} />
        {current && !picture ? (
          <CurrentAvatar
            name={person.name}
            picture={current}
            onDelete={() => remove(current).then(() => notify('profile.avatar.deleted'))}
          />
        ) : null}
      </div>
    </FormPage>
  );
}
