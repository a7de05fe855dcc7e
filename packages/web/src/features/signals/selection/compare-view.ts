import { candidateSide } from '@sw/domain/signals/sector';
import { withOneSide } from '@sw/domain/signals/tabs';
import { wheelModel } from '@sw/domain/signals/wheel/model';
import { sliceName } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import type { ListState } from '../../../entities/list-state/state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { cardView } from '../card/card-view.ts';
import { selectionWords } from '../shared/selection-words.ts';

export interface CompareRow {
	label: string;
	/** One for each ticker. */
	values: readonly string[];
}

/** Tickers side by side: their cards' values, and each sector on each timeframe. */
export function compareRows(cards: readonly Card[], state: ListState): CompareRow[] {
	const words = selectionWords.compareRows;
	const views = cards.map((card) => cardView(card, state));
	const wheels = cards.map((card) =>
		wheelModel(withOneSide(card.sectors, card.operation), strategyNamed(state.strategy), candidateSide(card.tab_type, card.operation)),
	);
	const [first] = wheels;
	const depths = (first?.slices ?? []).flatMap((slice, s) =>
		(first?.rings ?? []).map((ring, r) => ({
			label: `${sliceName(slice)} · ${ring.label}`,
			values: wheels.map((wheel) => String(wheel.slices[s]?.depths[r] ?? 'n/a')),
		})),
	);
	return [
		{ label: words.rate, values: views.map(({ rate }) => String(rate)) },
		{ label: words.price, values: views.map(({ price }) => price) },
		{ label: words.change, values: views.map(({ change }) => change?.text ?? 'n/a') },
		{ label: words.cap, values: views.map(({ cap }) => cap) },
		...depths,
	];
}
