import { session } from '../session/session.ts';

/**
 * Removes the push subscription of this browser, so that nothing is pushed after a sign-out even if the server does not handle
 * it. Does not need the code of the push service. Failures are silent, as everywhere in push (SHELL-41).
 */
export async function endPush(): Promise<void> {
  if (!session.firebaseToken.get() || !('serviceWorker' in navigator)) return;
  try {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      const subscription = await registration.pushManager.getSubscription();
      // The worker that caches the code of the console stays, since it belongs to no person.
      if (!subscription) continue;
      await subscription.unsubscribe();
      await registration.unregister();
    }
  } catch {
    // SHELL-41: the server removes the browser with the session anyway.
  }
  session.firebaseToken.set(null);
}
