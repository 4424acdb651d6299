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
import type { CropChoice } from './cropper.tsx';
import { FileChoice } from './file-choice.tsx';
import { avatarData } from './picture.ts';
import { usePictureDraft } from './picture-draft.ts';
import { type CropView, INITIAL_CROP_VIEW } from './view.ts';

/** Saves and deletes the reader's own avatar, then refetches the profile; failed calls show an alert. */
function useAvatarCalls() {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: PERSON_KEY });
  return {
    /** @param data the picture as a data URL (PROF-11) */
    save: async (data: string) => {
      await request(AVATAR_PATH, { method: 'POST', body: { avatar: data } });
      await reload();
    },
    /** @param avatar URL of the current picture, which the call requires (PROF-14, G-64) */
    remove: async (avatar: string) => {
      await request(`${AVATAR_PATH}delete_current/`, { method: 'DELETE', body: { avatar } });
      await reload();
    },
  };
}

/** The current avatar, with a menu whose hold-to-delete button deletes it (PROF-14). */
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
 * `/avatar`: choose a picture, crop a square and save it, or delete the current avatar (PROF-08…15). An unsaved picture is
 * offered again from a local draft.
 */
export function AvatarPage() {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const person = usePerson();
  const { save, remove } = useAvatarCalls();
  const { picture, choose } = useChosenPicture();
  const { offer, storePicture, storeView, deleteDraft } = usePictureDraft();
  const [initialView, setInitialView] = useState<CropView>(INITIAL_CROP_VIEW);
  const choiceRef = useRef<CropChoice | null>(null);
  const [busy, setBusy] = useState(false);
  const current = person?.avatar;

  async function openFile(file: File, view: CropView) {
    setInitialView(view);
    if (await choose(file)) storePicture(file, view);
  }

  async function submit() {
    if (!picture || !choiceRef.current || busy) return;
    const { square, degrees } = choiceRef.current;
    setBusy(true);
    try {
      await save(avatarData(picture, square, degrees));
      deleteDraft();
      notify('profile.avatar.saved');
      await navigate('/profile');
    } catch (error) {
      // A RequestError is already shown in an alert; the picture is kept for another attempt.
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
        <ActionButton variant="primary" busy={busy} unready={!picture} onClick={submit}>
          {translate(picture ? 'profile.avatar.save' : 'profile.avatar.chooseFirst')}
        </ActionButton>
      }
    >
      {offer && !picture ? (
        <DraftOffer at={offer.at} onRestore={() => openFile(offer.file, offer.view)} onDiscard={deleteDraft} />
      ) : null}
      <div className={classes.page}>
        {picture ? (
          <Suspense fallback={<Skeleton width={400} height={400} radius={12} />}>
            <Cropper
              key={picture.src}
              picture={picture}
              initialView={initialView}
              onView={storeView}
              onChoice={(next) => {
                choiceRef.current = next;
              }}
            />
          </Suspense>
        ) : null}
        <FileChoice hasChosen={picture !== null} onFile={(file) => openFile(file, INITIAL_CROP_VIEW)} />
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
