import { useLayoutEffect, useRef } from 'react';
import type { AskedPrice } from '../../charts/price/price-chart.tsx';
import { formatPrice } from '../../lib/format/numbers.ts';
import css from './level-bar.module.css';
import { levelWords as words } from './level-words.ts';

/** Size of the menu in CSS pixels, at most: it stays within the window. */
const [WIDTH, HEIGHT] = [240, 110];

interface Props {
	at: AskedPrice;
	place: (price: number) => void;
	/** Opens the form of an alert. */
	more: (price: number) => void;
	close: () => void;
}

/** What can be done at a price of the chart. Escape and a click elsewhere close it. */
export function ChartMenu({ at: { price, x, y }, place, more, close }: Props) {
	const menu = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const box = menu.current;
		if (!box) return;
		box.style.left = `${Math.max(0, Math.min(x, innerWidth - WIDTH))}px`;
		box.style.top = `${Math.max(0, Math.min(y, innerHeight - HEIGHT))}px`;
		const before = document.activeElement;
		box.showPopover();
		box.querySelector('button')?.focus();
		return () => {
			if (before instanceof HTMLElement && (document.activeElement === document.body || box.contains(document.activeElement)))
				before.focus({ preventScroll: true });
		};
	}, [x, y]);
	const choose = (act: (price: number) => void) => (): void => {
		menu.current?.hidePopover();
		act(price);
	};
	return (
		<div
			ref={menu}
			popover="auto"
			role="dialog"
			aria-label={words.menu}
			className={css['menu']}
			onToggle={(event) => {
				if (event.newState === 'closed') close();
			}}
		>
			<button type="button" onClick={choose(place)}>
				{words.alertAt(formatPrice(price))}
			</button>
			<button type="button" onClick={choose(more)}>
				{words.otherAlert}
			</button>
		</div>
	);
}
