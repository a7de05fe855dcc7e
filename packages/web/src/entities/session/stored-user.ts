import { endBrowsingSession } from '../../lib/storage/cookies.ts';
import type { StoredKey } from '../../lib/storage/storage-keys.ts';
import type { Profile } from './session-query.ts';

/** Data of one user's work, not to be left for the next user of the same browser. */
const WORK: readonly StoredKey[] = [
	'selectFilterSettings',
	'pagesFilterSettings',
	'parametersSearchSignal',
	'weightSettings',
	'reportsPaused',
];
const ROLE: StoredKey = 'profileRole';
const USER: StoredKey = 'userSettings';

/** At sign-in: stores the role, and clears the previous user's data. */
export function rememberUser({ user_id, role }: Pick<Profile, 'user_id' | 'role'>): void {
	if (storedUser() !== user_id) {
		tried(endBrowsingSession);
		for (const key of WORK) for (const storage of [sessionStorage, localStorage]) tried(() => storage.removeItem(key));
	}
	tried(() => localStorage.setItem(USER, JSON.stringify({ user_id })));
	tried(() => localStorage.setItem(ROLE, role));
}

/** Storage may be disabled; then nothing is stored. */
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

/** At sign-out. The user's id stays, so that the same user finds their data again. */
export function forgetRole(): void {
	tried(() => localStorage.removeItem(ROLE));
}

/** Whether a user signed in here and didn't sign out: a refresh may then restore the session. */
export function wasSignedIn(): boolean {
	return typeof localStorage !== 'undefined' && tried(() => localStorage.getItem(ROLE)) != null;
}
