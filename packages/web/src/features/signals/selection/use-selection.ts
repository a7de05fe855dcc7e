import { useCallback, useMemo, useState } from 'react';
import type { Card } from '../../../lib/api/types.ts';

export interface Selection {
	/** undefined outside selection mode. */
	ids: ReadonlySet<number> | undefined;
	/** The selected cards on all pages, as they were when they were selected. */
	cards: readonly Card[];
	/** Ids of the selected tickers that aren't favorites. */
	unstarred: readonly number[];
	start: () => void;
	stop: () => void;
	toggle: (id: number) => void;
	add: (cards: readonly Card[]) => void;
}

/** The selected tickers by id. */
type Ticked = ReadonlyMap<number, Card>;

/** Tickers selected on the pages of one list. Another `key` (another tab) clears them. `cards`: those on screen. */
export function useSelection(key: string, cards: readonly Card[]): Selection {
	const [held, hold] = useState<{ key: string; ticked: Ticked | undefined }>({ key, ticked: undefined });
	const ticked = held.key === key ? held.ticked : undefined;
	const change = useCallback(
		(next: (ticked: Ticked | undefined) => Ticked | undefined) =>
			hold((before) => ({ key, ticked: next(before.key === key ? before.ticked : undefined) })),
		[key],
	);
	const toggle = useCallback(
		(id: number) =>
			change((before) => {
				const next = new Map(before);
				const card = cards.find((one) => one.ticker_id === id);
				if (!next.delete(id) && card) next.set(id, card);
				return next;
			}),
		[cards, change],
	);
	return {
		ids: useMemo(() => ticked && new Set(ticked.keys()), [ticked]),
		cards: useMemo(() => [...(ticked?.values() ?? [])], [ticked]),
		unstarred: useMemo(() => [...(ticked?.values() ?? [])].filter((card) => !card.favorite).map((card) => card.ticker_id), [ticked]),
		start: useCallback(() => change(() => new Map()), [change]),
		stop: useCallback(() => change(() => undefined), [change]),
		toggle,
		add: useCallback(
			(more) => change((before) => new Map([...(before ?? []), ...more.map((card) => [card.ticker_id, card] as const)])),
			[change],
		),
	};
}
