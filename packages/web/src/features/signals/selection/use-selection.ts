import { useCallback, useMemo, useState } from 'react';
import type { Card } from '../../../lib/api/types.ts';

export interface Selection {
	/** undefined outside selection mode. */
	ids: ReadonlySet<number> | undefined;
	/** The selected cards of all pages, each as it was when the reader selected it. */
	cards: readonly Card[];
	/** Ids of the selected tickers that aren't favorites. */
	unstarredIds: readonly number[];
	start: () => void;
	stop: () => void;
	toggle: (id: number) => void;
	add: (cards: readonly Card[]) => void;
}

/** The selected tickers by id. */
type SelectedCards = ReadonlyMap<number, Card>;

/** Remembers the tickers selected on the pages of one list. Another `key` (another tab) clears the selection. `cards`: the cards on screen. */
export function useSelection(key: string, cards: readonly Card[]): Selection {
	const [storedSelection, setStoredSelection] = useState<{ key: string; cards: SelectedCards | undefined }>({ key, cards: undefined });
	const selectedCards = storedSelection.key === key ? storedSelection.cards : undefined;
	const change = useCallback(
		(update: (current: SelectedCards | undefined) => SelectedCards | undefined) =>
			setStoredSelection((previous) => ({ key, cards: update(previous.key === key ? previous.cards : undefined) })),
		[key],
	);
	const toggle = useCallback(
		(id: number) =>
			change((previous) => {
				const next = new Map(previous);
				const card = cards.find((item) => item.ticker_id === id);
				if (!next.delete(id) && card) next.set(id, card);
				return next;
			}),
		[cards, change],
	);
	return {
		ids: useMemo(() => selectedCards && new Set(selectedCards.keys()), [selectedCards]),
		cards: useMemo(() => [...(selectedCards?.values() ?? [])], [selectedCards]),
		unstarredIds: useMemo(
			() => [...(selectedCards?.values() ?? [])].filter((card) => !card.favorite).map((card) => card.ticker_id),
			[selectedCards],
		),
		start: useCallback(() => change(() => new Map()), [change]),
		stop: useCallback(() => change(() => undefined), [change]),
		toggle,
		add: useCallback(
			(addedCards) => change((previous) => new Map([...(previous ?? []), ...addedCards.map((card) => [card.ticker_id, card] as const)])),
			[change],
		),
	};
}
