import { session } from '../session/session.ts';

/**
 * Ends this browser's subscription, whatever the server keeps of it: after a sign-out nothing is pushed here any more, also by a
 * server that knows no sign-out. Needs nothing of the cloud's code. Fails as silently as the rest of push (SHELL-41).
 */
export async function endPush(): Promise<void> {
  if (!session.firebaseToken.get() || !('serviceWorker' in navigator)) return;
  try {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      const subscription = await registration.pushManager.getSubscription();
      // The other worker keeps the console's code, which belongs to no person.
      if (!subscription) continue;
      await subscription.unsubscribe();
      await registration.unregister();
    }
  } catch {
    // SHELL-41. The server forgets the browser with the session all the same.
  }
  session.firebaseToken.set(null);
}
