import { formatRate } from '@sw/domain/signals/rate-words';
import { candidateDirection, type Operation } from '@sw/domain/signals/sector';
import { keepOneDirection } from '@sw/domain/signals/tabs';
import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { sliceName } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { compareLink, MAX_COMPARED } from '../../../entities/compare/compare-link.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { buttonClass } from '../../../ui/button.ts';
import { ScrollBox } from '../../../ui/content/scroll-box.tsx';
import data from '../../../ui/data-table.module.css';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { createCardView } from '../card/card-view.ts';
import { selectionWords, selectionWords as words } from '../shared/selection-words.ts';
import css from './compare-dialog.module.css';

interface CompareRow {
	label: string;
	/** One for each ticker. */
	values: readonly string[];
}

interface Props {
	cards: readonly Card[];
	state: ListState;
	/** The direction of the open saved filter. Default: each card's own direction. */
	leaning?: Operation | undefined;
	close: () => void;
}

/** Shows the selected tickers side by side. */
export function CompareDialog({ cards, state, leaning, close }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const title = words.compareTitle(cards.length);
	return (
		<Dialog dialog={dialog} title={title} size="wide" lightDismiss opensOnMount onClose={close}>
			<p className={css['hint']}>{words.compareHint}</p>
			<ScrollBox label={title} className={css['scroll']}>
				<table className={`${data['table']} ${css['table']}`}>
					<thead>
						<tr>
							<td />
							{cards.map((card) => (
								<th key={card.ticker_id} scope="col" title={card.name}>
									{card.ticker}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{createCompareRows(cards, state, leaning).map(({ label, values }) => (
							<tr key={label}>
								<th scope="row">{label}</th>
								{values.map((value, at) => (
									<td key={cards[at]?.ticker_id}>{value}</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
			<Link
				{...compareLink(
					cards.map(({ ticker }) => ticker),
					{ report: state.report },
				)}
				className={buttonClass}
			>
				{cards.length > MAX_COMPARED ? words.compareFirst(MAX_COMPARED) : words.compareCharts}
			</Link>{' '}
			<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
				{words.viewerClose}
			</button>
		</Dialog>
	);
}

/** Returns the rows of the comparison: values of the cards, and each sector on each timeframe. */
function createCompareRows(cards: readonly Card[], state: ListState, leaning: Operation | undefined): CompareRow[] {
	const rowWords = selectionWords.compareRows;
	const views = cards.map((card) => createCardView(card, state, leaning));
	const wheels = cards.map((card) =>
		createWheelModel(
			keepOneDirection(card.sectors, leaning ?? card.operation),
			strategyNamed(state.strategy),
			candidateDirection(card.tab_type, card.operation, true, leaning),
		),
	);
	const [firstWheel] = wheels;
	const depthRows = (firstWheel?.slices ?? []).flatMap((slice, s) =>
		(firstWheel?.rings ?? []).map((ring, r) => ({
			label: `${sliceName(slice)} · ${ring.label}`,
			values: wheels.map((wheel) => String(wheel.slices[s]?.depths[r] ?? 'n/a')),
		})),
	);
	return [
		{ label: rowWords.rate, values: cards.map(({ weighted_sum: rate, rate_scale }) => formatRate(rate, rate_scale)) },
		{ label: rowWords.price, values: views.map(({ price }) => price) },
		{ label: rowWords.change, values: views.map(({ change }) => change?.text ?? 'n/a') },
		{ label: rowWords.cap, values: views.map(({ cap }) => cap) },
		...depthRows,
	];
}
