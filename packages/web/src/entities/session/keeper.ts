import { REFRESH_AHEAD } from '@sw/domain/access/session-rules';

/** Messages between the tabs of one browser. */
export type TabMessage = { kind: 'refreshed'; accessLife: number } | { kind: 'signed-in' } | { kind: 'signed-out' };

export interface KeeperParts {
	/** Replaces the tokens. Resolves to the lifetime of the new access token in ms, or null if the session has ended. Rejects without a response. */
	refresh(): Promise<number | null>;
	/** Runs `task` in only one tab at a time. */
	withLock<T>(task: () => Promise<T>): Promise<T>;
	/** Notifies the other tabs. */
	notify(message: TabMessage): void;
	now(): number;
	/** Calls `callback` once. The returned function cancels this. */
	schedule(ms: number, callback: () => void): () => void;
	/** Called when the session has ended. The user is then shown as signed out. */
	onEnded(): void;
	/** Called when another tab has signed in. */
	onSignedIn(): void;
}

/** Keeps the session of all tabs fresh with one refresh for all, REFRESH_AHEAD before the access token expires. */
export interface Keeper {
	/** Schedules the next refresh. `lifeMs`: remaining lifetime of the access token. If undefined, the refresh is immediate. */
	watch(lifeMs: number | undefined): void;
	/** Refreshes now, after a 401 or when a page becomes visible again. Resolves to true if there is a session afterwards. */
	refreshNow(): Promise<boolean>;
	signIn(lifeMs: number): void;
	signOut(): void;
	/** Handles a message from another tab. */
	receive(message: TabMessage): void;
	stop(): void;
}

/** Minimum time between two refreshes, even after a failure, so that a failing server isn't flooded with requests. */
const MIN_INTERVAL_MS = 5_000;

export function createKeeper(parts: KeeperParts): Keeper {
	let expiresAt: number | undefined;
	let cancel = (): void => {};
	let runningRefresh: Promise<boolean> | undefined;

	const isFresh = (): boolean => expiresAt !== undefined && expiresAt - parts.now() > REFRESH_AHEAD;

	/** Schedules a refresh for REFRESH_AHEAD before the token expires. `minimumMs` prevents a loop if the server sends a very short lifetime. */
	const scheduleRefresh = (minimumMs = 0): void => {
		cancel();
		const waitMs = expiresAt === undefined ? minimumMs : Math.max(minimumMs, expiresAt - REFRESH_AHEAD - parts.now());
		cancel = parts.schedule(waitMs, () => void refreshUnlessFresh());
	};

	const endSession = (): void => {
		cancel();
		expiresAt = undefined;
		parts.onEnded();
	};

	/** Refreshes when this tab gets the lock, unless another tab refreshed meanwhile. Resolves to true if there is a session afterwards. */
	const refreshExclusively = async (force: boolean): Promise<boolean> => {
		const previousExpiry = expiresAt;
		return parts.withLock(async () => {
			if (isFresh() && (!force || expiresAt !== previousExpiry)) return true;
			const lifeMs = await parts.refresh();
			if (lifeMs === null) {
				endSession();
				parts.notify({ kind: 'signed-out' });
				return false;
			}
			expiresAt = parts.now() + lifeMs;
			scheduleRefresh(MIN_INTERVAL_MS);
			parts.notify({ kind: 'refreshed', accessLife: lifeMs });
			return true;
		});
	};

	const refreshOnce = (force: boolean): Promise<boolean> => {
		runningRefresh ??= refreshExclusively(force).finally(() => {
			runningRefresh = undefined;
		});
		return runningRefresh;
	};

	const refreshUnlessFresh = async (): Promise<void> => {
		try {
			await refreshOnce(false);
		} catch {
			cancel = parts.schedule(MIN_INTERVAL_MS, () => void refreshUnlessFresh());
		}
	};

	return {
		watch: (lifeMs) => {
			expiresAt = lifeMs === undefined ? undefined : parts.now() + lifeMs;
			scheduleRefresh();
		},
		refreshNow: () => refreshOnce(true),
		signIn: (lifeMs) => {
			expiresAt = parts.now() + lifeMs;
			scheduleRefresh(MIN_INTERVAL_MS);
			parts.notify({ kind: 'signed-in' });
		},
		signOut: () => {
			endSession();
			parts.notify({ kind: 'signed-out' });
		},
		receive: (message) => {
			if (message.kind === 'signed-out') endSession();
			else if (message.kind === 'signed-in') parts.onSignedIn();
			else {
				expiresAt = parts.now() + message.accessLife;
				scheduleRefresh(MIN_INTERVAL_MS);
			}
		},
		stop: () => cancel(),
	};
}
