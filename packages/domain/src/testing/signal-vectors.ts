import { expectedVolume } from '../signals/definition/expected-volume.ts';
import { optionDiffScore } from '../signals/definition/option-diff.ts';
import { optionSumScore } from '../signals/definition/option-sum.ts';
import { priceScore } from '../signals/definition/price.ts';
import { squeezeScore } from '../signals/definition/squeeze.ts';
import { volumeScore } from '../signals/definition/volume.ts';
import { filterMatches } from '../signals/filter.ts';
import { compareRows, type RankedRow } from '../signals/order.ts';
import { orientation } from '../signals/orientation.ts';
import { type Depths, needWord, packWord, wordMatches } from '../signals/packed.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { type Cells, rate, visibleDepth } from '../signals/rate.ts';
import { depthOf } from '../signals/ring.ts';
import { SECTORS, type SectorIndex, type SectorKey, SQUEEZE, sectorIndex, TABS } from '../signals/sector.ts';
import { inTab } from '../signals/tabs.ts';
import { splitAdjusted } from './market-vectors.ts';
import { indexOfCode } from './time-vectors.ts';
import { type Adapters, adapter } from './vector-adapter.ts';

const P = PARAMETERS_V1;
/** The files' windows are shorter than any real one: only the absolute minimum of values applies. */
const LEAST = P.warming.least;

interface PriceInput {
	closes: (number | null)[];
	Q: number[];
	empty: boolean[];
	W: number;
	h: number;
	/** Elapsed share of the last bar in clock variance. */
	lastFractionQ?: number;
}
interface Surge {
	expected: number | null;
	past_u: number[];
}
interface Options {
	calls: number | null;
	puts: number | null;
	expected: number | null;
	medianDaily: number | null;
}
/** Depths by sector or 'squeeze', then by timeframe code. */
type Card = Record<string, Record<string, number | null>>;
type Triple = [sector: string, timeframe: string, value: number];

const price = ({ closes, Q, empty, W, h, lastFractionQ = 1 }: PriceInput) => {
	const q = Q.map((clock, bar) => (bar === Q.length - 1 ? clock * lastFractionQ : clock));
	return priceScore({ closes: closes.map((close) => close ?? Number.NaN), q, empty }, W, h, P);
};

const slice = (key: string): SectorIndex => (key === 'squeeze' ? SQUEEZE : sectorIndex(key as SectorKey));
const depthsOf = (named: Record<string, number | null>): Depths => [
	...SECTORS.map(({ key }) => named[key] ?? null),
	named['squeeze'] ?? null,
];

export const signalVectors: Adapters = {
	expectedVolume: adapter(({ adv20, g, slots }: { adv20: number | null; g: number[]; slots: [number, number] }) =>
		expectedVolume(adv20, g, slots[0], slots[1]),
	),
	ring: adapter(({ z }: { z: (number | null)[] }) => z.map((value) => depthOf(value, P.rings))),
	priceScore: adapter(price),
	splitThenPriceScore: adapter((input: PriceInput & { closes: number[]; volumes: number[]; splitIndex: number; factor: number }) => {
		const { closes, volumes } = splitAdjusted(input.closes, input.volumes, input.splitIndex, input.factor);
		return { closes, volumes, score: price({ ...input, closes }) };
	}),
	volumeScore: adapter(({ v, expected, past_u }: Surge & { v: number | null }) =>
		volumeScore(v, { expected, past: past_u, least: LEAST }, P),
	),
	optionSumScore: adapter((input: Options & Surge) =>
		optionSumScore(input, { expected: input.expected, past: input.past_u, least: LEAST }, P),
	),
	optionDiffScore: adapter((input: Options & { past_b: number[] }) =>
		optionDiffScore(input, { expected: input.expected, past: input.past_b, least: LEAST }, P),
	),
	squeezeScore: adapter(({ last10, window }: { last10: number[]; window: number[] }) => squeezeScore(last10, window, LEAST, false, P)),
	rate: adapter(
		({ intersections, selected, weights }: { intersections: Cells; selected: SectorKey[]; weights: [number, number, number] }) => ({
			rate: rate(intersections, selected, weights),
			visible_depth: visibleDepth(intersections, Object.keys(intersections) as SectorKey[]).depth,
		}),
	),
	filterMatch: adapter(({ card, filters }: { card: Card; filters: Triple[][] }) =>
		filters.map((filter) =>
			filterMatches(
				filter.map(([sector, timeframe, value]) => ({ sector, timeframe, value })),
				({ sector, timeframe }) => card[sector]?.[timeframe],
			),
		),
	),
	packAndMatch: adapter(
		(input: { depths: Record<string, number>; depthsMissingOptions: Record<string, number | null>; needs: Record<string, number>[] }) => {
			const [word, wordMissing] = [packWord(depthsOf(input.depths)), packWord(depthsOf(input.depthsMissingOptions))];
			const needWords = input.needs.map((need) => needWord(Object.entries(need).map(([key, value]) => ({ sector: slice(key), value }))));
			return {
				word,
				wordMissing,
				needWords,
				match: needWords.map((need) => wordMatches(word, need)),
				matchMissing: needWords.map((need) => wordMatches(wordMissing, need)),
			};
		},
	),
	orientation: adapter(({ filters, timeframe }: { filters: Triple[][]; timeframe: string }) =>
		filters.map((filter) =>
			orientation(
				filter.map(([sector, tf, value]) => ({ sector: sector as SectorKey, timeframe: indexOfCode(tf), value })),
				indexOfCode(timeframe),
			),
		),
	),
	sort: adapter(({ rows }: { rows: RankedRow[] }) => rows.toSorted(compareRows(P)).map(({ ticker }) => ticker)),
	tabMember: adapter(({ cards, slots }: { cards: Card[]; slots: string[] }) =>
		cards.map((card) => {
			const rated = (key: string) => slots.map((slot) => card[key]?.[slot] ?? null);
			const depths = { price_short: rated('price_short'), price_long: rated('price_long'), squeeze: rated('squeeze') };
			return Object.fromEntries(TABS.map(({ name }) => [name, inTab(name, depths, true, P.tabQuorum)]));
		}),
	),
};
