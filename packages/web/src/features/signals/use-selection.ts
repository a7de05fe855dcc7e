import { useCallback, useMemo, useState } from 'react';
import type { Card } from '../../lib/api/types.ts';

export interface Selection {
	/** Undefined outside selection mode. */
	ids: ReadonlySet<number> | undefined;
	/** Those of them that have no star yet, as they stood when they were ticked. */
	unstarred: readonly number[];
	start: () => void;
	stop: () => void;
	toggle: (id: number) => void;
	add: (cards: readonly Card[]) => void;
}

/** Whether each ticked ticker had a star. */
type Stars = ReadonlyMap<number, boolean>;

/** Tickers ticked over the pages of one list; another `key` (another tab) clears them. `cards` are those on screen. */
export const useSelection = (key: string, cards: readonly Card[]): Selection => {
	const [held, hold] = useState<{ key: string; stars: Stars | undefined }>({ key, stars: undefined });
	const stars = held.key === key ? held.stars : undefined;
	const change = useCallback(
		(next: (stars: Stars | undefined) => Stars | undefined) =>
			hold((before) => ({ key, stars: next(before.key === key ? before.stars : undefined) })),
		[key],
	);
	const toggle = useCallback(
		(id: number) =>
			change((before) => {
				const next = new Map(before);
				if (!next.delete(id)) next.set(id, cards.find((card) => card.ticker_id === id)?.favorite ?? false);
				return next;
			}),
		[cards, change],
	);
	return {
		ids: useMemo(() => stars && new Set(stars.keys()), [stars]),
		unstarred: useMemo(() => [...(stars ?? [])].filter(([, favorite]) => !favorite).map(([id]) => id), [stars]),
		start: useCallback(() => change(() => new Map()), [change]),
		stop: useCallback(() => change(() => undefined), [change]),
		toggle,
		add: useCallback(
			(more) => change((before) => new Map([...(before ?? []), ...more.map((card) => [card.ticker_id, card.favorite] as const)])),
			[change],
		),
	};
};
