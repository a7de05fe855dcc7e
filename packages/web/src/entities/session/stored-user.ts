import { endBrowsingSession } from '../../lib/storage/cookies.ts';
import type { StoredKey } from '../../lib/storage/storage-keys.ts';
import type { Profile } from './session-query.ts';

/** Storage keys of one user's data, which the next user of the same browser must not see. */
const WORK: readonly StoredKey[] = [
	'selectFilterSettings',
	'pagesFilterSettings',
	'parametersSearchSignal',
	'weightSettings',
	'reportsPaused',
];
const ROLE: StoredKey = 'profileRole';
const USER: StoredKey = 'userSettings';

/** Called at sign-in: stores the user and role, and clears the data of a different previous user. */
export function rememberUser({ user_id, role }: Pick<Profile, 'user_id' | 'role'>): void {
	if (storedUser() !== user_id) {
		tried(endBrowsingSession);
		for (const key of WORK) for (const storage of [sessionStorage, localStorage]) tried(() => storage.removeItem(key));
	}
	tried(() => localStorage.setItem(USER, JSON.stringify({ user_id })));
	tried(() => localStorage.setItem(ROLE, role));
}

/** Runs `work`, and returns undefined if storage is disabled. */
function tried<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}

function storedUser(): string | undefined {
	return tried(() => (JSON.parse(localStorage.getItem(USER) ?? '{}') as { user_id?: string }).user_id);
}

/** Called at sign-out. The user's id stays stored, so that the same user's data is kept for the next sign-in. */
export function forgetRole(): void {
	tried(() => localStorage.removeItem(ROLE));
}

/** Whether a user signed in here and didn't sign out. A refresh can then restore the session. */
export function wasSignedIn(): boolean {
	return typeof localStorage !== 'undefined' && tried(() => localStorage.getItem(ROLE)) != null;
}
