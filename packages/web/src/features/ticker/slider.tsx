import { Link, type LinkProps } from '@tanstack/react-router';
import type { View } from '../../entities/ticker/links.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { buttonClass } from '../../ui/button.ts';
import { type Listed, type Neighbours, neighbourLink } from './neighbours.ts';
import css from './ticker.module.css';
import { tickerWords as words } from './words.ts';

interface StepProps {
	label: string;
	sign: string;
	link: LinkProps | undefined;
}

interface Props {
	view: View;
	state: TickerState;
	neighbours: Neighbours;
	back: LinkProps;
}

/** Steps through the list that the ticker was opened from, across its pages. Before the first ticker is the list itself. */
export function Slider({ view, state, neighbours, back }: Props) {
	const { place, total, previous, next } = neighbours;
	const to = (item: Listed | undefined): LinkProps | undefined => item && neighbourLink(view, state, item);
	const atStart = place === 1 || (total !== undefined && previous === undefined);
	return (
		<nav className={css['slider']} aria-label={words.slider}>
			<Step label={atStart ? words.backTitle : words.previous(previous?.ticker)} sign="‹" link={atStart ? back : to(previous)} />
			<span>{placeText(neighbours)}</span>
			<Step label={words.next(next?.ticker)} sign="›" link={to(next)} />
		</nav>
	);
}

/** A ticker's place as text. */
function placeText({ place, total, absent }: Neighbours): string {
	if (absent !== undefined || place === undefined) return absent ?? '';
	return total === undefined ? formatCount(place) : words.placeOf(formatCount(place), formatCount(total));
}

function Step({ label, sign, link }: StepProps) {
	return link ? (
		<Link {...link} className={buttonClass} aria-label={label} title={label} preload={false} resetScroll={false}>
			{sign}
		</Link>
	) : (
		<span className={buttonClass} aria-disabled="true" aria-hidden="true">
			{sign}
		</span>
	);
}
