/** The two stores, by the names that health tells. */
export const STORES = ['database', 'series'] as const;
export type StoreName = (typeof STORES)[number];

export interface Outage {
	readonly store: StoreName;
	/** Wall clock, in milliseconds since 1970. */
	readonly since: number;
	/** In the words of whoever found it away. */
	readonly why: string;
}

/** Which store is away, told to whoever asks and, once a change, to whoever listens. */
export interface Standing {
	outages(): readonly Outage[];
	/** `outages` after each change. Returns the way to stop listening. */
	onChange(listener: (outages: readonly Outage[]) => void): () => void;
}

export interface StandingRecord extends Standing {
	away(store: StoreName, why: string): void;
	back(store: StoreName): void;
}

export const createStanding = (now: () => number = Date.now): StandingRecord => {
	const away = new Map<StoreName, Outage>();
	const listeners = new Set<(outages: readonly Outage[]) => void>();
	const outages = (): readonly Outage[] => [...away.values()];
	const tell = (): void => {
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
			tell();
		},
		back: (store) => {
			if (away.delete(store)) tell();
		},
	};
};
