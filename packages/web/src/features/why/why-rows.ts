import { topText } from '@sw/domain/signals/rate-words';
import type { Tone, WheelModel, WheelSlice } from '@sw/domain/signals/wheel/model';
import { sliceName } from '@sw/domain/signals/wheel/words';
import { timeframeLabel } from '../../entities/ticker/sector-name.ts';
import type { TickerDetail } from '../../lib/api/types.ts';
import { whyWords as words } from './words.ts';

export interface WhyRow {
	key: string;
	term: string;
	/** '4 × 4'; undefined on the line that sums the smaller terms. */
	product: string | undefined;
	points: number;
	/** Points relative to the largest line, 0 to 1. */
	share: number;
	tone: Tone | undefined;
}

/** Number of terms with a separate line; the others are summed. */
const MAX_TERMS = 5;

/** Returns the terms of the rate, largest first. One line, labelled by `otherLabel`, sums the smaller terms. */
export function createWhyRows(detail: TickerDetail, wheel: WheelModel, otherLabel: (n: number) => string): WhyRow[] {
	const rows = detail.why.slice(0, MAX_TERMS).map((term) => {
		const slice = wheel.slices.find((s) => s.key === term.key);
		return {
			key: `${term.key} ${term.timeframe}`,
			term: `${slice ? sliceName(slice) : term.key} ${timeframeLabel(term.timeframe)}`,
			product: `${term.depth} × ${term.weight}`,
			points: term.points,
			tone: toneOf(wheel.slices, term.key),
		};
	});
	const smallerTerms = detail.why.slice(MAX_TERMS);
	const points = smallerTerms.reduce((sum, term) => sum + term.points, 0);
	const lines =
		smallerTerms.length > 0
			? [...rows, { key: 'other', term: otherLabel(smallerTerms.length), product: undefined, points, tone: undefined }]
			: rows;
	const largest = Math.max(1, ...lines.map((line) => line.points));
	return lines.map((line) => ({ ...line, share: line.points / largest }));
}

/** Labels the total with the highest possible rate, and with the ticker's place in the report if that is in the upper half. */
export function formatTotal({ highest, share }: TickerDetail['rate_scale']): string {
	const top = topText(share);
	return top === '' ? words.total(highest) : words.totalTop(highest, top);
}

function toneOf(slices: readonly WheelSlice[], key: string): Tone | undefined {
	return slices.find((s) => s.key === key)?.tone;
}
