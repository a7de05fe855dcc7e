import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { View } from '../../entities/ticker/links.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { isTyping } from '../../lib/typing.ts';
import { isOwnKey, type TickerAction, tickerAction } from './keys.ts';
import { type Neighbours, neighbourLink } from './neighbours.ts';

type Step = 1 | -1;

interface Targets {
	view: View;
	id: number;
	state: TickerState;
	neighbours: Neighbours | undefined;
	back: LinkProps;
	star: () => void;
	freeze: () => void;
}

/** Keyboard of a ticker's pages: space and arrows step through the list, f and x toggle star and freeze, o opens the first link to another site, Escape goes back. */
export function useTickerKeys({ view, id, state, neighbours, back, star, freeze }: Targets): void {
	const navigate = useNavigate();
	/** A step requested before the list was loaded. */
	const wish = useRef<{ from: number; step: Step }>(undefined);
	useEffect(() => {
		const go = (link: LinkProps): void => void navigate({ ...link, resetScroll: false });
		const to = (step: Step): void => {
			wish.current = undefined;
			if (!neighbours) return;
			const item = step === 1 ? neighbours.next : neighbours.previous;
			if (item) go(neighbourLink(view, state, item));
			else if (neighbours.total === undefined) wish.current = { from: id, step };
			else if (step === -1) go(back);
		};
		if (wish.current?.from === id) to(wish.current.step);
		const actions: Record<TickerAction, () => void> = {
			back: () => void navigate(back),
			star,
			freeze,
			open: () => document.querySelector<HTMLElement>('.links')?.click(),
			next: () => to(1),
			previous: () => (neighbours?.place === 1 ? go(back) : to(-1)),
		};
		const onKey = (event: KeyboardEvent): void => {
			const action = tickerAction(event);
			if (!action || isTyping(event) || isOwnKey(event.key, document.activeElement)) return;
			event.preventDefault();
			actions[action]();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	});
}
