import type { TickerType } from '../prices/ticker.ts';
import type { Algo } from '../reports/licence.ts';
import type { ParameterSet, PerTimeframe } from '../signals/parameters.ts';
import { TIMEFRAMES, type Timeframe, type TimeframeIndex, timeframeIndex } from '../time/timeframe.ts';
import type { TickerId, UtcMs } from '../time/units.ts';

/** The parameters that administrators can change. `scoring` parameters affect depths, so they can be set only for the whole market. */
export const SCRIPT_VALUES = {
	window_sessions: { scoring: true, min: 1, max: 260, whole: false, set: 'windowSessions' },
	window_bars: { scoring: true, min: 10, max: 180, whole: true, set: 'windowBars' },
	move_bars: { scoring: true, min: 1, max: 20, whole: true, set: 'moveBars' },
	chart_days: { scoring: false, min: 1, max: 3650, whole: true, set: 'chartDays' },
	forecast_bars: { scoring: false, min: 1, max: 40, whole: true, set: 'forecastBars' },
	cooldown_bars: { scoring: false, min: 1, max: 100, whole: true, set: 'cooldownBars' },
} as const satisfies Record<string, { scoring: boolean; min: number; max: number; whole: boolean; set: keyof ParameterSet }>;

export type ScriptValue = keyof typeof SCRIPT_VALUES;
export type ScriptValues = Readonly<Partial<Record<ScriptValue, number>>>;
export const SCRIPT_VALUE_NAMES = Object.keys(SCRIPT_VALUES) as ScriptValue[];

/** Values that apply if all other fields match; null and an empty list match everything. */
export interface ScriptEntry {
	readonly timeframes: readonly Timeframe[];
	readonly tickerType: TickerType | null;
	readonly tickerId: TickerId | null;
	readonly algo: Algo | null;
	readonly values: ScriptValues;
}

export type CommentedEntry = ScriptEntry & { readonly comment: string };

export interface StoredEntry extends CommentedEntry {
	readonly id: number;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
}

/** The ticker, algo and timeframe whose effective values are requested. */
export interface ScriptSubject {
	readonly timeframe: Timeframe;
	readonly tickerType?: TickerType | undefined;
	readonly tickerId?: number | undefined;
	readonly algo?: Algo | undefined;
}

/** An effective value and its origin. */
export interface ValueOrigin<E extends ScriptEntry = ScriptEntry> {
	readonly value: number;
	/** The value of the base parameter set. */
	readonly builtIn: number;
	/** The entry that sets the value; null if none does. */
	readonly entry: E | null;
}

/** Returns the effective values for a subject, with their origins. The most specific entry wins; among equally specific ones, the last in the list. */
export function resolveValueOrigins<E extends ScriptEntry>(
	base: ParameterSet,
	entries: readonly E[],
	subject: ScriptSubject,
): Record<ScriptValue, ValueOrigin<E>> {
	const index = timeframeIndex(subject.timeframe);
	const rankedEntries = entries.filter((entry) => matchesSubject(entry, subject)).sort((a, b) => specificity(a) - specificity(b));
	const originOf = (name: ScriptValue): ValueOrigin<E> => {
		const entry = rankedEntries.findLast(({ values }) => values[name] !== undefined) ?? null;
		const baseValue = readBuiltIn(base, name, index);
		return { value: entry?.values[name] ?? baseValue, builtIn: baseValue, entry };
	};
	return Object.fromEntries(SCRIPT_VALUE_NAMES.map((name) => [name, originOf(name)])) as Record<ScriptValue, ValueOrigin<E>>;
}

/** Ranks how specific an entry is: a ticker outweighs a type, a type outweighs an algo, and an algo outweighs timeframes. */
function specificity({ tickerId, tickerType, algo, timeframes }: ScriptEntry): number {
	return (tickerId === null ? 0 : 8) + (tickerType === null ? 0 : 4) + (algo === null ? 0 : 2) + (timeframes.length === 0 ? 0 : 1);
}

function matchesSubject(entry: ScriptEntry, { timeframe, tickerType, tickerId, algo }: ScriptSubject): boolean {
	return (
		(entry.timeframes.length === 0 || entry.timeframes.includes(timeframe)) &&
		(entry.tickerType === null || entry.tickerType === tickerType) &&
		(entry.tickerId === null || entry.tickerId === tickerId) &&
		(entry.algo === null || entry.algo === algo)
	);
}

/** Returns the effective values for a subject. */
export function resolveScriptValues(
	base: ParameterSet,
	entries: readonly ScriptEntry[],
	subject: ScriptSubject,
): Record<ScriptValue, number> {
	const origins = resolveValueOrigins(base, entries, subject);
	return Object.fromEntries(SCRIPT_VALUE_NAMES.map((name) => [name, origins[name].value])) as Record<ScriptValue, number>;
}

function readBuiltIn(base: ParameterSet, name: ScriptValue, timeframe: TimeframeIndex): number {
	const value = base[SCRIPT_VALUES[name].set];
	return typeof value === 'number' ? value : (value as PerTimeframe<number>)[timeframe];
}

/**
 * Returns the parameter set of the engine: `base` with the changes for the whole market. Entries for a ticker or type don't affect it. Returns `base` itself
 * if nothing changes.
 */
export function marketParameters(base: ParameterSet, entries: readonly ScriptEntry[]): ParameterSet {
	const marketEntries = entries.filter(({ tickerId, tickerType }) => tickerId === null && tickerType === null);
	if (marketEntries.length === 0) return base;
	const valuesOn = (index: TimeframeIndex) =>
		resolveScriptValues(base, marketEntries, { timeframe: TIMEFRAMES[index].name, algo: 'reverse' });
	const valuesByTimeframe: PerTimeframe<Record<ScriptValue, number>> = [valuesOn(0), valuesOn(1), valuesOn(2), valuesOn(3), valuesOn(4)];
	const column = (name: ScriptValue): PerTimeframe<number> => [
		valuesByTimeframe[0][name],
		valuesByTimeframe[1][name],
		valuesByTimeframe[2][name],
		valuesByTimeframe[3][name],
		valuesByTimeframe[4][name],
	];
	const changedParameters: ParameterSet = {
		...base,
		windowSessions: column('window_sessions'),
		windowBars: column('window_bars'),
		moveBars: column('move_bars'),
		chartDays: column('chart_days'),
		forecastBars: valuesByTimeframe[0].forecast_bars,
		cooldownBars: valuesByTimeframe[0].cooldown_bars,
	};
	return JSON.stringify(changedParameters) === JSON.stringify(base) ? base : changedParameters;
}

/** The changeable parameters of a set: one number per timeframe, or a single number for all timeframes. */
export type ParameterValues = Readonly<Record<ScriptValue, number[]>>;

export function parameterValues(parameters: ParameterSet): ParameterValues {
	return Object.fromEntries(
		SCRIPT_VALUE_NAMES.map((name) => {
			const value = parameters[SCRIPT_VALUES[name].set];
			return [name, typeof value === 'number' ? [value] : [...(value as PerTimeframe<number>)]];
		}),
	) as Record<ScriptValue, number[]>;
}

/** A parameter that differs between two sets. */
export interface ParameterChange {
	readonly name: ScriptValue;
	/** null: the value applies to all timeframes. */
	readonly timeframe: Timeframe | null;
	readonly from: number;
	readonly to: number;
}

/** Lists the differences between two sets, ordered by parameter and timeframe. */
export function listParameterChanges(before: ParameterValues, after: ParameterValues): ParameterChange[] {
	return SCRIPT_VALUE_NAMES.flatMap((name) => {
		const changes: ParameterChange[] = [];
		for (const [at, from] of before[name].entries()) {
			const to = after[name][at]!;
			const timeframe = before[name].length === 1 ? null : TIMEFRAMES[at as TimeframeIndex].name;
			if (from !== to) changes.push({ name, timeframe, from, to });
		}
		return changes;
	});
}

/** Finds the field that makes an entry invalid, with an error message; null if the entry is valid. */
export function findEntryError({ values, tickerId, tickerType }: ScriptEntry): { field: string; message: string } | null {
	const names = Object.keys(values) as ScriptValue[];
	if (names.length === 0) return { field: 'params', message: 'Name at least one value.' };
	for (const name of names) {
		const { scoring, min, max, whole } = SCRIPT_VALUES[name];
		const value = values[name]!;
		if (!(value >= min && value <= max) || (whole && !Number.isInteger(value)))
			return { field: `params.${name}`, message: `${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}.` };
		if (scoring && (tickerId !== null || tickerType !== null))
			return { field: `params.${name}`, message: `All tickers are scored alike: ${name} can't be set for one ticker or type.` };
	}
	return null;
}
