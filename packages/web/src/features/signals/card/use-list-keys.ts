import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isTyping } from '../../../lib/typing.ts';

/** Scroll positions at which lists were left, by address. */
const LEFT_AT = new Map<string, number>();

/**
 * Keyboard of a list: arrows or j and k move between cards (Enter follows the card's own link), letters press the buttons that name them, o the one
 * of links. If the focused card disappears, the one that takes its place is focused. `shown` changes whenever other cards are shown.
 */
export function useListKeys(grid: RefObject<HTMLElement | null>, shown: unknown): void {
	const left = useRef<number>(undefined);

	useEffect(() => {
		const onKey = (event: KeyboardEvent): void => {
			if (isTyping(event)) return;
			const cards = cardsOf(grid.current);
			const item = document.activeElement?.closest('[data-item]');
			const at = cards.findIndex((card) => item?.contains(card));
			const name = event.key === 'o' ? '.links' : `[data-key="${CSS.escape(event.key)}"]`;
			const button = at < 0 ? null : item?.querySelector<HTMLElement>(name);
			if (button) {
				left.current = at;
				button.click();
				return;
			}
			const to = nextCard(event.key, at, cards);
			if (to === undefined) return;
			event.preventDefault();
			cards[to]?.focus();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [grid]);

	// A reader returning from a ticker is at its card again; only once, or every new page would take the focus back.
	const came = useRouterState({ select: ({ location }) => location.state });
	const href = useRouterState({ select: ({ location }) => location.href });
	useLayoutEffect(() => () => void LEFT_AT.set(href, scrollY), [href]);
	const met = useRef<unknown>(undefined);
	// biome-ignore lint/correctness/useExhaustiveDependencies: it runs when other cards are shown.
	useEffect(() => {
		if (came.ticker === undefined || met.current === came) return;
		met.current = came;
		scrollTo(0, LEFT_AT.get(href) ?? 0);
		// If the list page isn't the one that was left, focusing scrolls its card into view.
		grid.current?.querySelector<HTMLElement>(`[data-card="${came.ticker}"]`)?.focus();
	}, [grid, shown, came]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: it runs when other cards are shown.
	useEffect(() => {
		const at = left.current;
		if (at === undefined || document.activeElement !== document.body) return;
		left.current = undefined;
		const cards = cardsOf(grid.current);
		cards[Math.min(at, cards.length - 1)]?.focus();
	}, [grid, shown]);
}

function cardsOf(grid: HTMLElement | null): HTMLElement[] {
	return [...(grid?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
}

/**
 * The card a key moves to, from 0; `at` is -1 if no card has the focus yet. j and k always move; arrows only from a card, so that they still scroll
 * the page. Undefined if the key doesn't move.
 */
function nextCard(key: string, at: number, cards: readonly HTMLElement[]): number | undefined {
	const steps: Record<string, number> = at < 0 ? { j: 1, k: -1 } : { j: 1, k: -1, ArrowRight: 1, ArrowLeft: -1 };
	const step = steps[key];
	if (step !== undefined) return at < 0 ? (cards.length > 0 ? 0 : undefined) : cards[at + step] && at + step;
	if (at < 0 || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined;
	return cardBeyond(cards, at, key === 'ArrowDown' ? 1 : -1);
}

/** The nearest card of the next row, as laid out: rows may hold different numbers of cards. */
function cardBeyond(cards: readonly HTMLElement[], at: number, direction: 1 | -1): number | undefined {
	const boxes = cards.map((card) => (card.closest('[data-item]') ?? card).getBoundingClientRect());
	const from = boxes[at]!;
	const beyond = boxes.map(({ top }) => direction * (top - from.top)).filter((distance) => distance > 1);
	const row = Math.min(...beyond);
	const away = ({ left, right }: DOMRect): number => Math.abs(left + right - from.left - from.right);
	return boxes.reduce<number | undefined>((best, box, i) => {
		if (Math.abs(direction * (box.top - from.top) - row) > 1) return best;
		return best === undefined || away(box) < away(boxes[best]!) ? i : best;
	}, undefined);
}
