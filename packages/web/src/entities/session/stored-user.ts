import { endBrowsingSession } from '../../lib/storage/cookies.ts';
import type { StoredKey } from '../../lib/storage/storage-keys.ts';
import type { Profile } from './session-query.ts';

/** Storage keys of one user's data. The next user of the same browser must not see this data. */
const USER_DATA_KEYS: readonly StoredKey[] = [
	'selectFilterSettings',
	'pagesFilterSettings',
	'parametersSearchSignal',
	'weightSettings',
	'reportsPaused',
];
const ROLE_KEY: StoredKey = 'profileRole';
const USER_KEY: StoredKey = 'userSettings';

/** Stores the user and role at sign-in. Clears the stored data if the previous user was another one. */
export function rememberUser({ user_id, role }: Pick<Profile, 'user_id' | 'role'>): void {
	if (storedUser() !== user_id) {
		tryStorage(endBrowsingSession);
		for (const key of USER_DATA_KEYS) for (const storage of [sessionStorage, localStorage]) tryStorage(() => storage.removeItem(key));
	}
	tryStorage(() => localStorage.setItem(USER_KEY, JSON.stringify({ user_id })));
	tryStorage(() => localStorage.setItem(ROLE_KEY, role));
}

/** Runs `task`, and returns undefined if storage is disabled. */
function tryStorage<T>(task: () => T): T | undefined {
	try {
		return task();
	} catch {
		return undefined;
	}
}

function storedUser(): string | undefined {
	return tryStorage(() => (JSON.parse(localStorage.getItem(USER_KEY) ?? '{}') as { user_id?: string }).user_id);
}

/** Removes the role at sign-out. The user's id stays, so that the same user finds the stored data at the next sign-in. */
export function forgetRole(): void {
	tryStorage(() => localStorage.removeItem(ROLE_KEY));
}

/** Whether a user signed in here and did not sign out. If so, a refresh can restore the session. */
export function wasSignedIn(): boolean {
	return typeof localStorage !== 'undefined' && tryStorage(() => localStorage.getItem(ROLE_KEY)) != null;
}
