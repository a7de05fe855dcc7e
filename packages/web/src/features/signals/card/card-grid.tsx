import type { Operation } from '@sw/domain/signals/sector';
import { useMemo, useRef } from 'react';
import { type TickerState, writeTickerState } from '../../../entities/ticker/ticker-state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { ageText, msOf } from '../../../lib/format/times.ts';
import css from '../shared/grid.module.css';
import { words } from '../shared/words.ts';
import { SignalCard } from './card.tsx';
import type { CardActions } from './card-actions.ts';
import { cardView } from './card-view.ts';
import { useListKeys } from './use-list-keys.ts';

export interface ListItems {
	items: readonly Card[];
	/** Place of the first card in the list, from 1. */
	from: number;
	/** Link parameters of a ticker, except its place. */
	opened: TickerState;
	heading: 'h2' | 'h3';
	/** The market clock, for ages; undefined while unknown. */
	now: number | undefined;
	actions: Omit<CardActions, 'view'>;
	/** The direction of the list's filter. */
	leaning?: Operation | undefined;
	/** Shows the card at a place in the list in full screen. */
	view: (place: number) => void;
	/** A long press has begun: the viewer's code can load. */
	prefetchViewer: () => void;
	selected?: ReadonlySet<number> | undefined;
	arrived?: ReadonlySet<number>;
	/** Tickers that weren't in the previous report's list. */
	entered?: ReadonlySet<number>;
}

/** The cards of one page, with keyboard navigation. `selected` is absent outside selection mode. */
export function CardGrid({
	items,
	from,
	opened,
	heading,
	now,
	actions: baseActions,
	view,
	prefetchViewer,
	leaning,
	selected,
	arrived,
	entered,
}: ListItems) {
	const grid = useRef<HTMLUListElement>(null);
	const actions = useMemo(() => ({ ...baseActions, view }), [baseActions, view]);
	const cards = useMemo(
		() =>
			items.map((item, i) => ({
				card: cardView(item, opened.list, leaning),
				search: writeTickerState({ ...opened, order: from + i, name: item.ticker }),
				date: msOf(item.date),
			})),
		[items, opened, from, leaning],
	);
	useListKeys(grid, cards);
	return (
		<ul className={css['grid']} aria-label={words.cardsLabel} ref={grid} onTouchStart={prefetchViewer}>
			{cards.map(({ card, search, date }, i) => (
				<li key={card.id}>
					<SignalCard
						card={card}
						place={from + i}
						search={search}
						age={now === undefined ? '' : ageText(date, now).replace(' ago', '')}
						heading={heading}
						actions={actions}
						selecting={selected !== undefined}
						selected={selected?.has(card.id) ?? false}
						arrived={arrived?.has(card.id) ?? false}
						entered={entered?.has(card.id) ?? false}
					/>
				</li>
			))}
		</ul>
	);
}
