import { strategyNamed, TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { keepSlices, type Tone, type WheelModel, type WheelSlice, wheelModel } from '../../charts/wheel/model.ts';
import { cellSentence, sliceName } from '../../charts/wheel/words.ts';
import type { TickerDetail } from '../../lib/api/types.ts';
import { formatScore } from '../../lib/format/numbers.ts';
import type { TickerState } from '../../lib/list-state/ticker.ts';

export interface ScoreRow {
	key: string;
	name: string;
	cells: { label: string; score: string; sentence: string }[];
}

export interface WhyRow {
	key: string;
	term: string;
	/** '4 × 4'; absent on the line that sums the smaller terms. */
	product: string | undefined;
	points: number;
	/** Of the largest line, 0 to 1. */
	share: number;
	tone: Tone | undefined;
}

/** Terms that stand on lines of their own; the others are summed. */
const TERMS = 5;

/** 'one_hour' -> '1h' */
export const labelOf = (timeframe: string): string => TIMEFRAMES.find((t) => t.name === timeframe)?.label ?? timeframe;

/** The wheel of the sectors that are shown: the four that the rate sums, or all six. */
export const tickerWheel = (detail: TickerDetail, { list, sectors }: TickerState): WheelModel => {
	const wheel = wheelModel(detail.sectors, strategyNamed(list.strategy));
	const rated = new Set(detail.sectors.filter((s) => s.rated).map((s) => s.key));
	return sectors === 6 ? wheel : keepSlices(wheel, (slice) => rated.has(slice.key));
};

/** The wheel's table twin: how many typical moves, by slice and timeframe, shortest timeframe first. */
export const scoreRows = (detail: TickerDetail, wheel: WheelModel): ScoreRow[] =>
	wheel.slices.map((slice) => {
		const sector = detail.sectors.find((s) => s.key === slice.key);
		const cells = wheel.rings.map((ring, r) => {
			const at = detail.timeframes.indexOf(TIMEFRAMES[ring.timeframe].name);
			const sentence = cellSentence(slice, ring.label, slice.depths[r] ?? null);
			return { label: ring.label, score: formatScore(sector?.z[at] ?? null), sentence };
		});
		return { key: slice.key, name: sliceName(slice), cells };
	});

/** The score of the price on the active timeframe, without its sign; undefined where a squeeze stands in its place or nothing was measured. */
export const activeMove = (detail: TickerDetail, timeframe: Timeframe): string | undefined => {
	const price = detail.sectors.find((s) => s.sector === 'price' && s.rated && s.measure === undefined);
	const z = price?.z[detail.timeframes.indexOf(timeframe)];
	return z === undefined || z === null ? undefined : formatScore(Math.abs(z));
};

const toneOf = (slices: readonly WheelSlice[], key: string): Tone | undefined => slices.find((s) => s.key === key)?.tone;

/** The terms of the rate, largest first, the smaller ones summed in one line. `other` words that line. */
export const whyRows = (detail: TickerDetail, wheel: WheelModel, other: (n: number) => string): WhyRow[] => {
	const rows = detail.why.slice(0, TERMS).map((term) => {
		const slice = wheel.slices.find((s) => s.key === term.key);
		return {
			key: `${term.key} ${term.timeframe}`,
			term: `${slice ? sliceName(slice) : term.key} ${labelOf(term.timeframe)}`,
			product: `${term.depth} × ${term.weight}`,
			points: term.points,
			tone: toneOf(wheel.slices, term.key),
		};
	});
	const rest = detail.why.slice(TERMS);
	const points = rest.reduce((sum, term) => sum + term.points, 0);
	const lines = rest.length > 0 ? [...rows, { key: 'other', term: other(rest.length), product: undefined, points, tone: undefined }] : rows;
	const largest = Math.max(1, ...lines.map((line) => line.points));
	return lines.map((line) => ({ ...line, share: line.points / largest }));
};
