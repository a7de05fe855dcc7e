import type { StoredKey } from '../../lib/storage-keys.ts';
import { endVisit } from '../../lib/visit.ts';
import type { Profile } from './session-query.ts';

/** What belongs to one user's work and not to the next one's on the same browser. */
const WORK: readonly StoredKey[] = [
	'selectFilterSettings',
	'pagesFilterSettings',
	'parametersSearchSignal',
	'weightSettings',
	'reportsPaused',
];
const ROLE: StoredKey = 'profileRole';
const USER: StoredKey = 'userSettings';

/** Storage may be switched off; then nothing is remembered. */
const tried = <T>(work: () => T): T | undefined => {
	try {
		return work();
	} catch {
		return undefined;
	}
};

const storedUser = (): string | undefined => tried(() => (JSON.parse(localStorage.getItem(USER) ?? '{}') as { user_id?: string }).user_id);

/** At sign-in: stores the role, and clears what the previous user left. */
export const rememberUser = ({ user_id, role }: Pick<Profile, 'user_id' | 'role'>): void => {
	if (storedUser() !== user_id) {
		tried(endVisit);
		for (const key of WORK) for (const storage of [sessionStorage, localStorage]) tried(() => storage.removeItem(key));
	}
	tried(() => localStorage.setItem(USER, JSON.stringify({ user_id })));
	tried(() => localStorage.setItem(ROLE, role));
};

/** At sign-out. The user's id stays, so that the same user finds its work again. */
export const forgetRole = (): void => {
	tried(() => localStorage.removeItem(ROLE));
};

/** Whether a user signed in here and did not sign out: then a refresh may restore the session. */
export const wasSignedIn = (): boolean => typeof localStorage !== 'undefined' && tried(() => localStorage.getItem(ROLE)) != null;
