/** The two stores, as named in health reports. */
export const STORES = ['database', 'series'] as const;
export type StoreName = (typeof STORES)[number];

export interface Outage {
	readonly store: StoreName;
	/** Wall clock, in milliseconds since 1970. */
	readonly since: number;
	/** The error of the call that found it down. */
	readonly why: string;
}

/** Which stores are down, with a callback for changes. */
export interface StoreHealth {
	outages(): readonly Outage[];
	/** Calls back with `outages` after each change. Returns a function that unsubscribes. */
	onChange(listener: (outages: readonly Outage[]) => void): () => void;
}

export interface StoreHealthRecorder extends StoreHealth {
	away(store: StoreName, why: string): void;
	back(store: StoreName): void;
}

export function createStoreHealth(now: () => number = Date.now): StoreHealthRecorder {
	const away = new Map<StoreName, Outage>();
	const listeners = new Set<(outages: readonly Outage[]) => void>();
	const outages = (): readonly Outage[] => [...away.values()];
	const notify = (): void => {
		for (const listener of listeners) listener(outages());
	};
	return {
		outages,
		onChange: (listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		away: (store, why) => {
			if (away.has(store)) return;
			away.set(store, { store, since: now(), why });
			notify();
		},
		back: (store) => {
			if (away.delete(store)) notify();
		},
	};
}
