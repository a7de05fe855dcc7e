import type { Stores } from '@sw/store/open';
import { type Listener, listen } from '@sw/store/postgres/listen';
import { EVERYBODY, PERSONAL_CHANNEL } from '@sw/store/postgres/records/personal-notice';
import type { Owned } from '../platform/owned.ts';

type Forget = Owned<object>['forget'];

/** Hears what users change of their own, here or in any other process. */
export interface PersonalChanges extends Listener {
	/** Calls it with every user whose own changed. */
	forget(forget: Forget): void;
}

export const hearPersonal = async ({ url }: Pick<Stores['records'], 'url'>): Promise<PersonalChanges> => {
	const all: Forget[] = [];
	const forgetAll: Forget = (userId) => {
		for (const forget of all) forget(userId);
	};
	const listener = await listen(url, {
		channel: PERSONAL_CHANNEL,
		onMessage: (userId) => forgetAll(userId === EVERYBODY ? undefined : userId),
		// What was said while the connection was down is lost.
		onResume: () => forgetAll(),
	});
	return { ...listener, forget: (forget) => void all.push(forget) };
};
