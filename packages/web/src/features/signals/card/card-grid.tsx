import type { Operation } from '@sw/domain/signals/sector';
import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type TickerState, writeTickerState } from '../../../entities/ticker/ticker-state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { formatAge, msOf } from '../../../lib/format/times.ts';
import { isTyping } from '../../../lib/typing.ts';
import css from '../shared/grid.module.css';
import { words } from '../shared/words.ts';
import { SignalCard } from './card.tsx';
import { type CardActions, createCardView } from './card-view.ts';

export interface ListItems {
	items: readonly Card[];
	/** One-based place of the first card in the whole list. */
	from: number;
	/** State of links to a ticker, without the ticker's place. */
	linkState: TickerState;
	heading: 'h2' | 'h3';
	/** Market time in ms, for the age of cards; undefined while unknown. */
	now: number | undefined;
	actions: Omit<CardActions, 'view'>;
	/** Direction of the list's saved filter, if it has its own. */
	leaning?: Operation | undefined;
	/** Opens the card at a one-based place of the list in full screen. */
	view: (place: number) => void;
	/** Loads the viewer's code in advance: a touch may become a long press. */
	prefetchViewer: () => void;
	selected?: ReadonlySet<number> | undefined;
	arrived?: ReadonlySet<number>;
	/** Tickers that weren't in the previous report's list. */
	entered?: ReadonlySet<number>;
}

/** Shows the cards of one page, with keyboard navigation. `selected` is undefined outside selection mode. */
export function CardGrid({
	items,
	from,
	linkState,
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
				card: createCardView(item, linkState.list, leaning),
				search: writeTickerState({ ...linkState, order: from + i, name: item.ticker }),
				date: msOf(item.date),
			})),
		[items, linkState, from, leaning],
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
						age={now === undefined ? '' : formatAge(date, now)}
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

/** The scroll position at which the reader left each list, by URL. */
const SCROLL_POSITIONS = new Map<string, number>();

/**
 * Handles keys in a list. Arrows, or j and k, move between cards; Enter follows the card's link; o opens its links to other sites. Other letters press the
 * button with the same `data-key`. If that removes the card, the next card gets the focus. `cardsKey`: a value that changes whenever other cards are shown.
 */
export function useListKeys(grid: RefObject<HTMLElement | null>, cardsKey: unknown): void {
	const pressedIndex = useRef<number>(undefined);

	useEffect(() => {
		const onKey = (event: KeyboardEvent): void => {
			if (isTyping(event)) return;
			const cards = cardsOf(grid.current);
			const item = document.activeElement?.closest('[data-item]');
			const at = cards.findIndex((card) => item?.contains(card));
			const selector = event.key === 'o' ? '.links' : `[data-key="${CSS.escape(event.key)}"]`;
			const button = at < 0 ? null : item?.querySelector<HTMLElement>(selector);
			if (button) {
				pressedIndex.current = at;
				button.click();
				return;
			}
			const next = findNextCard(event.key, at, cards);
			if (!next) return;
			event.preventDefault();
			next.focus();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [grid]);

	// When the reader returns from a ticker, the ticker's card gets the focus. Only once, because later pages of the list must not move the focus.
	const historyState = useRouterState({ select: ({ location }) => location.state });
	const href = useRouterState({ select: ({ location }) => location.href });
	useLayoutEffect(() => () => void SCROLL_POSITIONS.set(href, scrollY), [href]);
	const restoredState = useRef<unknown>(undefined);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the shown cards change.
	useEffect(() => {
		if (historyState.ticker === undefined || restoredState.current === historyState) return;
		restoredState.current = historyState;
		scrollTo(0, SCROLL_POSITIONS.get(href) ?? 0);
		// If the list now shows another page than before, focusing the card scrolls it into view.
		grid.current?.querySelector<HTMLElement>(`[data-card="${historyState.ticker}"]`)?.focus();
	}, [grid, cardsKey, historyState]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the shown cards change.
	useEffect(() => {
		const at = pressedIndex.current;
		if (at === undefined || document.activeElement !== document.body) return;
		pressedIndex.current = undefined;
		const cards = cardsOf(grid.current);
		cards[Math.min(at, cards.length - 1)]?.focus();
	}, [grid, cardsKey]);
}

function cardsOf(grid: HTMLElement | null): HTMLElement[] {
	return [...(grid?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
}

/** Returns the card that a key moves to, if any. Arrows move only while a card has the focus (`at` is not -1); otherwise they scroll the page. */
function findNextCard(key: string, at: number, cards: readonly HTMLElement[]): HTMLElement | undefined {
	const [top, ...tops] = [cards[at], ...cards].map((card) => card?.getBoundingClientRect().top);
	// Rows can have different numbers of cards.
	const cardsInRow = tops.filter((cardTop) => cardTop === top).length;
	const steps: Record<string, number> = {
		j: 1,
		k: -1,
		...(at >= 0 && { ArrowRight: 1, ArrowLeft: -1, ArrowDown: cardsInRow, ArrowUp: -cardsInRow }),
	};
	const step = steps[key];
	return step === undefined ? undefined : cards[at < 0 ? 0 : at + step];
}
