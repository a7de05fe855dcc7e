import { useCallback, useMemo, useState } from 'react';
import type { Card } from '../../../lib/api/types.ts';

export interface Selection {
	/** undefined outside selection mode. */
	ids: ReadonlySet<number> | undefined;
	/** The selected cards of all pages, each as it was when the reader selected it. */
	cards: readonly Card[];
	/** Ids of the selected tickers that aren't favorites. */
	unstarred: readonly number[];
	start: () => void;
	stop: () => void;
	toggle: (id: number) => void;
	add: (cards: readonly Card[]) => void;
}

/** The selected tickers by id. */
type SelectedCards = ReadonlyMap<number, Card>;

/** Remembers the tickers selected on the pages of one list. Another `key` (another tab) clears the selection. `cards`: the cards on screen. */
export function useSelection(key: string, cards: readonly Card[]): Selection {
	const [stored, setStored] = useState<{ key: string; ticked: SelectedCards | undefined }>({ key, ticked: undefined });
	const selected = stored.key === key ? stored.ticked : undefined;
	const change = useCallback(
		(next: (ticked: SelectedCards | undefined) => SelectedCards | undefined) =>
			setStored((before) => ({ key, ticked: next(before.key === key ? before.ticked : undefined) })),
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
		ids: useMemo(() => selected && new Set(selected.keys()), [selected]),
		cards: useMemo(() => [...(selected?.values() ?? [])], [selected]),
		unstarred: useMemo(() => [...(selected?.values() ?? [])].filter((card) => !card.favorite).map((card) => card.ticker_id), [selected]),
		start: useCallback(() => change(() => new Map()), [change]),
		stop: useCallback(() => change(() => undefined), [change]),
		toggle,
		add: useCallback(
			(more) => change((before) => new Map([...(before ?? []), ...more.map((card) => [card.ticker_id, card] as const)])),
			[change],
		),
	};
}
