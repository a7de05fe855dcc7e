import { formatTopShare } from '@sw/domain/signals/rate-words';
import type { Tone, WheelModel, WheelSlice } from '@sw/domain/signals/wheel/model';
import { sliceName } from '@sw/domain/signals/wheel/words';
import { timeframeLabel } from '../../entities/ticker/sector-name.ts';
import type { TickerDetail } from '../../lib/api/types.ts';
import { whyWords as words } from './words.ts';

export interface WhyRow {
	key: string;
	term: string;
	/** '4 × 4'; undefined in the row that sums the smaller terms. */
	product: string | undefined;
	points: number;
	/** Points relative to those of the row with the most points, 0 to 1. */
	share: number;
	tone: Tone | undefined;
}

/** Number of terms with a separate row; all smaller terms are summed in one row. */
const MAX_TERMS = 5;

/** Returns the terms of the rate, largest first. The last row, labelled by `otherLabel`, sums the smaller terms. */
export function createWhyRows(detail: TickerDetail, wheel: WheelModel, otherLabel: (n: number) => string): WhyRow[] {
	const termRows = detail.why.slice(0, MAX_TERMS).map((term) => {
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
	const allRows =
		smallerTerms.length > 0
			? [...termRows, { key: 'other', term: otherLabel(smallerTerms.length), product: undefined, points, tone: undefined }]
			: termRows;
	const largestPoints = Math.max(1, ...allRows.map((row) => row.points));
	return allRows.map((row) => ({ ...row, share: row.points / largestPoints }));
}

/** Labels the total with the highest possible rate, and with the ticker's place in the report if that is in the upper half. */
export function formatTotal({ highest, share }: TickerDetail['rate_scale']): string {
	const top = formatTopShare(share);
	return top === '' ? words.total(highest) : words.totalTop(highest, top);
}

function toneOf(slices: readonly WheelSlice[], key: string): Tone | undefined {
	return slices.find((s) => s.key === key)?.tone;
}
