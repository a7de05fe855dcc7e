import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { SectorKey } from '@sw/domain/signals/sector';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { queryOptions } from '@tanstack/react-query';
import type { ListState } from '../../entities/list-state/state.ts';
import { sectorName, timeframeLabel } from '../../entities/ticker/sector-name.ts';
import type { Api } from '../../lib/api/client.ts';
import type { TickerDetail, WorkspaceDetail } from '../../lib/api/types.ts';
import { formatFixed } from '../../lib/format/numbers.ts';
import { oncePerSession } from '../../lib/storage/session-storage.ts';
import { whyWords as words } from './words.ts';

const MIN_DIGITS = 2;
/** Significant digits of a float32 above 1. */
const MAX_DIGITS = 7;

export interface Changes {
	lines: string[];
	/** Changes of cells that aren't listed. */
	hiddenLines: string[];
}

/** Maximum number of changed cells listed; dozens can change in a report. */
const MAX_CELLS = 4;
const MAX_MARGINS = 3;

/** Describes the changes since the previous report: rate, entering or leaving the list, and cells, rated ones first. */
export function summarizeChanges({ change, weighted_sum, listed, sectors, tab_type }: WorkspaceDetail): Changes {
	if (!change) return { lines: [words.noChange], hiddenLines: [] };
	const rated = new Set(sectors.filter((sector) => sector.rated).map(({ key }) => key));
	const cells = [...change.cells].sort((a, b) => Number(rated.has(b.key)) - Number(rated.has(a.key)));
	const cellTexts = cells.map(({ key, timeframe, from, to }) => {
		const cell = `${sectorName(key, tab_type)} ${timeframeLabel(timeframe)}`;
		if (from === null || to === null) return from === null ? words.measurable(cell, to ?? 0) : words.notMeasurable(cell);
		return to > from ? words.crossed(cell, to) : words.fell(cell, to);
	});
	const lines = [
		words.rateChange(change.weighted_sum, weighted_sum),
		...(change.listed === listed ? [] : [listed ? words.entered : words.left]),
		cellTexts.length === 0 ? words.sameCells : `${cellTexts.slice(0, MAX_CELLS).join('; ')}.`,
	];
	return { lines, hiddenLines: cellTexts.slice(MAX_CELLS) };
}

/** Describes what would change the rate: the rated cells closest to another depth level. */
export function formatMargins({ margins, tab_type }: WorkspaceDetail): string[] {
	return margins.slice(0, MAX_MARGINS).flatMap(({ key, timeframe, weight, z, next, holds }) => {
		const cell = `${sectorName(key, tab_type)} ${timeframeLabel(timeframe)}`;
		const distanceUp = next === null ? Number.POSITIVE_INFINITY : next - z;
		const distanceDown = holds === null ? Number.POSITIVE_INFINITY : z - holds;
		if (next !== null && distanceUp <= distanceDown) return [words.gains(cell, ...formatDistinct(next, z), weight)];
		return holds === null ? [] : [words.loses(cell, ...formatDistinct(holds, z), weight)];
	});
}

/** Formats a level and the value of z with enough digits to differ. */
function formatDistinct(level: number, z: number): [level: string, z: string] {
	let digits = MIN_DIGITS;
	while (digits < MAX_DIGITS && formatZ(level, digits) === formatZ(z, digits)) digits++;
	return formatZ(level, digits) === formatZ(z, digits)
		? [formatZ(level, MIN_DIGITS), words.exactly]
		: [formatZ(level, digits), formatZ(z, digits)];
}

function formatZ(z: number, digits: number): string {
	return `${z < 0 ? '−' : ''}${formatFixed(Math.abs(z), digits)}`;
}

/** Describes the condition for being in the tab's list; undefined if the tab includes every ticker. */
export function formatPlaceCondition(detail: TickerDetail, strategy: Parameters<typeof strategyNamed>[0]): string | undefined {
	const { tab_type: tab, listed } = detail;
	if (tab === 'free') return undefined;
	const key = tab === 'extreme_fall' ? 'price_long' : 'price_short';
	const ring = tab === 'coiled_spring' ? words.squeezeRing : words.priceRing;
	return words.place(ring, countActiveTimeframes(detail, key, strategy), listed);
}

/** Counts the strategy's timeframes on which a sector's depth is above 0. */
function countActiveTimeframes(detail: TickerDetail, key: SectorKey, strategy: Parameters<typeof strategyNamed>[0]): number {
	const sector = detail.sectors.find((one) => one.key === key);
	const timeframeNames = strategyNamed(strategy).rated.map((timeframeIndex) => TIMEFRAMES[timeframeIndex].name);
	return timeframeNames.filter((name) => (sector?.intersections[detail.timeframes.indexOf(name)] ?? 0) > 0).length;
}

export type Weights = AnswerOf<Contract['signals']['parametersWeights']>;
export type Windows = AnswerOf<Contract['signals']['parametersWindow']>;

/** Requests the weights and depth levels behind every rate, once per browsing session. */
export function weightsQuery(api: Api) {
	return queryOptions({
		queryKey: ['parameters', 'weights'],
		queryFn: () =>
			oncePerSession(
				'weightSettings',
				() => api.signals.parametersWeights(),
				(value): value is Weights => hasArray<Weights>(value, 'rings'),
			),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Returns whether a stored value is an object with an array at this key. */
function hasArray<T extends object>(value: unknown, key: keyof T & string): value is T {
	return typeof value === 'object' && value !== null && key in value && Array.isArray((value as Record<string, unknown>)[key]);
}

/** Requests how much history each timeframe is measured against, once per browsing session. */
export function windowsQuery(api: Api) {
	return queryOptions({
		queryKey: ['parameters', 'window'],
		queryFn: () =>
			oncePerSession(
				'parametersSearchSignal',
				() => api.signals.parametersWindow(),
				(value): value is Windows => hasArray<Windows>(value, 'items'),
			),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Describes the weights of the strategy's timeframes and the depth levels. */
export function formatWeights({ slots, rings }: Weights, { strategy }: Pick<ListState, 'strategy'>): string {
	const weightTexts = strategyNamed(strategy).rated.map((timeframeIndex, i) => `${TIMEFRAMES[timeframeIndex].label} × ${slots[i] ?? 1}`);
	return words.weights(weightTexts.join(', '), rings.join(', '));
}

/** Describes how much history the active timeframe is measured against; undefined if the timeframe isn't measured. */
export function formatWindow({ items }: Windows, { timeframe }: Pick<ListState, 'timeframe'>): string | undefined {
	const window = items.find((one) => one.timeframe === timeframe);
	return window && words.window(window.label, window.sessions);
}
