import type { Stores } from '@sw/store/open';
import { type Listener, listen } from '@sw/store/postgres/listen';
import { EVERYBODY, PERSONAL_CHANNEL } from '@sw/store/postgres/records/notifications';
import type { UserCache } from '../../platform/user-cache.ts';

type Forget = UserCache<object>['forget'];

/** Listens for changes of users' personal data in all processes. */
export interface PersonalChanges extends Listener {
	/** Calls `forget` with each user whose data has changed. */
	forget(forget: Forget): void;
}

export async function subscribeToPersonalChanges({ url }: Pick<Stores['records'], 'url'>): Promise<PersonalChanges> {
	const all: Forget[] = [];
	const forgetAll: Forget = (userId) => {
		for (const forget of all) forget(userId);
	};
	const listener = await listen(url, {
		channel: PERSONAL_CHANNEL,
		onMessage: (userId) => forgetAll(userId === EVERYBODY ? undefined : userId),
		// Notifications sent while disconnected are lost.
		onResume: () => forgetAll(),
	});
	return { ...listener, forget: (forget) => void all.push(forget) };
}
