import { REFRESH_AHEAD } from '@sw/domain/access/session-rules';

/** Messages between the tabs of one browser. */
export type TabMessage = { kind: 'refreshed'; accessLife: number } | { kind: 'signed-in' } | { kind: 'signed-out' };

export interface KeeperParts {
	/** Replaces the tokens. Resolves to the lifetime of the new access token in ms, or null if the session has ended. Rejects without a response. */
	refresh(): Promise<number | null>;
	/** Runs `work` in only one tab at a time. */
	alone<T>(work: () => Promise<T>): Promise<T>;
	/** Notifies the other tabs. */
	notify(message: TabMessage): void;
	now(): number;
	/** Calls `callback` once. The returned function cancels this. */
	after(ms: number, callback: () => void): () => void;
	/** Called when the session has ended. The user is then shown as signed out. */
	onEnded(): void;
	/** Called when another tab has signed in. */
	onSignedIn(): void;
}

/** Keeps the session of all tabs fresh with one refresh for all, REFRESH_AHEAD before the access token expires. */
export interface Keeper {
	/** Schedules the next refresh. `accessLife`: remaining lifetime of the access token in ms. If undefined, the refresh is immediate. */
	watch(accessLife: number | undefined): void;
	/** Refreshes now, after a 401 or when a page becomes visible again. Resolves to true if there is a session afterwards. */
	refreshNow(): Promise<boolean>;
	signedIn(accessLife: number): void;
	signedOut(): void;
	/** Handles a message from another tab. */
	receive(message: TabMessage): void;
	stop(): void;
}

/** Minimum time between two refreshes, even after a failure, so that a failing server isn't flooded with requests. */
const MIN_INTERVAL_MS = 5_000;

export function createKeeper(parts: KeeperParts): Keeper {
	let accessExpires: number | undefined;
	let cancel = (): void => {};
	let running: Promise<boolean> | undefined;

	const isFresh = (): boolean => accessExpires !== undefined && accessExpires - parts.now() > REFRESH_AHEAD;

	/** Schedules a refresh for REFRESH_AHEAD before the token expires. `minimum` (ms) prevents a loop if the server sends a very short lifetime. */
	const schedule = (minimum = 0): void => {
		cancel();
		const wait = accessExpires === undefined ? minimum : Math.max(minimum, accessExpires - REFRESH_AHEAD - parts.now());
		cancel = parts.after(wait, () => void refreshUnlessFresh());
	};

	const end = (): void => {
		cancel();
		accessExpires = undefined;
		parts.onEnded();
	};

	/** Refreshes when this tab gets the lock, unless another tab refreshed meanwhile. Resolves to true if there is a session afterwards. */
	const refreshExclusively = async (force: boolean): Promise<boolean> => {
		const known = accessExpires;
		return parts.alone(async () => {
			if (isFresh() && (!force || accessExpires !== known)) return true;
			const next = await parts.refresh();
			if (next === null) {
				end();
				parts.notify({ kind: 'signed-out' });
				return false;
			}
			accessExpires = parts.now() + next;
			schedule(MIN_INTERVAL_MS);
			parts.notify({ kind: 'refreshed', accessLife: next });
			return true;
		});
	};

	const refreshOnce = (force: boolean): Promise<boolean> => {
		running ??= refreshExclusively(force).finally(() => {
			running = undefined;
		});
		return running;
	};

	const refreshUnlessFresh = async (): Promise<void> => {
		try {
			await refreshOnce(false);
		} catch {
			cancel = parts.after(MIN_INTERVAL_MS, () => void refreshUnlessFresh());
		}
	};

	return {
		watch: (life) => {
			accessExpires = life === undefined ? undefined : parts.now() + life;
			schedule();
		},
		refreshNow: () => refreshOnce(true),
		signedIn: (life) => {
			accessExpires = parts.now() + life;
			schedule(MIN_INTERVAL_MS);
			parts.notify({ kind: 'signed-in' });
		},
		signedOut: () => {
			end();
			parts.notify({ kind: 'signed-out' });
		},
		receive: (message) => {
			if (message.kind === 'signed-out') end();
			else if (message.kind === 'signed-in') parts.onSignedIn();
			else {
				accessExpires = parts.now() + message.accessLife;
				schedule(MIN_INTERVAL_MS);
			}
		},
		stop: () => cancel(),
	};
}
