import { Link, type LinkProps } from '@tanstack/react-router';
import type { View } from '../../entities/ticker/links.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { buttonClass } from '../../ui/button.ts';
import { type Listed, neighbourLink } from './neighbours.ts';
import css from './ticker.module.css';
import type { Neighbours } from './use-neighbours.ts';
import { tickerWords as words } from './words.ts';

interface StepProps {
	label: string;
	sign: string;
	link: LinkProps | undefined;
}

const Step = ({ label, sign, link }: StepProps) =>
	link ? (
		<Link {...link} className={buttonClass} aria-label={label} title={label} preload={false} resetScroll={false}>
			{sign}
		</Link>
	) : (
		<span className={buttonClass} aria-disabled="true" aria-hidden="true">
			{sign}
		</span>
	);

interface Props {
	view: View;
	state: TickerState;
	neighbours: Neighbours;
	back: LinkProps;
}

/** Walks the list that the ticker was opened from, across its pages. Before the first one stands the list itself. */
export const Slider = ({ view, state, neighbours: { place, total, previous, next }, back }: Props) => {
	const to = (order: number, item: Listed | undefined): LinkProps | undefined => item && neighbourLink(view, state, order, item);
	return (
		<nav className={css['slider']} aria-label={words.slider}>
			<Step
				label={place === 1 ? words.backTitle : words.previous(previous?.ticker)}
				sign="‹"
				link={place === 1 ? back : to(place - 1, previous)}
			/>
			<span>{total === undefined ? formatCount(place) : words.placeOf(formatCount(place), formatCount(total))}</span>
			<Step label={words.next(next?.ticker)} sign="›" link={to(place + 1, next)} />
		</nav>
	);
};
