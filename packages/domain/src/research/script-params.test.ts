import { describe, expect, it } from 'vitest';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { tickerId } from '../time/units.ts';
import {
	findEntryError,
	listParameterChanges,
	marketParameters,
	parameterValues,
	resolveScriptValues,
	resolveValueOrigins,
	type ScriptEntry,
} from './script-params.ts';

function entry(over: Partial<ScriptEntry>): ScriptEntry {
	return {
		timeframes: [],
		tickerType: null,
		tickerId: null,
		algo: null,
		values: {},
		...over,
	};
}

describe('script parameters', () => {
	it('are the built-in ones where nothing was changed', () => {
		expect(resolveScriptValues(PARAMETERS_V1, [], { timeframe: 'one_hour' })).toEqual({
			window_sessions: 10,
			window_bars: 70,
			move_bars: 5,
			chart_days: 15,
			forecast_bars: 10,
			cooldown_bars: 10,
		});
		expect(marketParameters(PARAMETERS_V1, [entry({ values: { move_bars: 5 } })])).toBe(PARAMETERS_V1);
	});

	it('follow the most specific entry, value by value', () => {
		const entries = [
			entry({ tickerId: tickerId(7), values: { chart_days: 30 } }),
			entry({ timeframes: ['day'], values: { chart_days: 200, forecast_bars: 4 } }),
			entry({ tickerType: 'etf', values: { chart_days: 100, forecast_bars: 20 } }),
			entry({ algo: 'forecast', values: { cooldown_bars: 3 } }),
			entry({ algo: 'forecast', values: { cooldown_bars: 4 } }),
		];
		const at = (subject: object) => resolveScriptValues(PARAMETERS_V1, entries, { timeframe: 'day', ...subject });
		expect(at({})).toMatchObject({ chart_days: 200, forecast_bars: 4, cooldown_bars: 10 });
		expect(at({ tickerType: 'etf', tickerId: 7 })).toMatchObject({ chart_days: 30, forecast_bars: 20 });
		expect(at({ algo: 'forecast', tickerType: 'stocks' })).toMatchObject({ chart_days: 200, cooldown_bars: 4 });
	});

	it('weigh a ticker above its type, that above an algo, and that above timeframes, however they are listed', () => {
		const entries = [
			entry({ tickerId: tickerId(7), values: { cooldown_bars: 1 } }),
			entry({ tickerType: 'etf', values: { cooldown_bars: 2, move_bars: 2 } }),
			entry({ algo: 'forecast', values: { cooldown_bars: 3, move_bars: 3, forecast_bars: 3 } }),
			entry({ timeframes: ['day'], values: { cooldown_bars: 4, move_bars: 4, forecast_bars: 4, chart_days: 4 } }),
			entry({ values: { cooldown_bars: 5, move_bars: 5, forecast_bars: 5, chart_days: 5, window_bars: 50 } }),
		];
		const subject = { timeframe: 'day', tickerType: 'etf', tickerId: 7, algo: 'forecast' } as const;
		const expected = { cooldown_bars: 1, move_bars: 2, forecast_bars: 3, chart_days: 4, window_bars: 50 };
		expect(resolveScriptValues(PARAMETERS_V1, entries, subject)).toMatchObject(expected);
		expect(resolveScriptValues(PARAMETERS_V1, entries.toReversed(), subject)).toMatchObject(expected);
		const both = entry({ algo: 'forecast', timeframes: ['day'], values: { move_bars: 9 } });
		expect(resolveScriptValues(PARAMETERS_V1, [...entries, both], subject)).toMatchObject({ move_bars: 2 });
	});

	it('follow the more specific of any two entries, whichever comes first; of equally specific ones the later', () => {
		const kinds = Array.from({ length: 16 }, (_, kind) => ({
			...((kind & 8) !== 0 && { tickerId: tickerId(7) }),
			...((kind & 4) !== 0 && { tickerType: 'etf' as const }),
			...((kind & 2) !== 0 && { algo: 'forecast' as const }),
			...((kind & 1) !== 0 && { timeframes: ['day' as const] }),
		}));
		const subject = { timeframe: 'day', tickerType: 'etf', tickerId: 7, algo: 'forecast' } as const;
		for (const [a, first] of kinds.entries())
			for (const [b, second] of kinds.entries()) {
				const entries = [entry({ ...first, values: { chart_days: 101 } }), entry({ ...second, values: { chart_days: 102 } })];
				expect(resolveScriptValues(PARAMETERS_V1, entries, subject).chart_days).toBe(a > b ? 101 : 102);
			}
	});

	it('hold only where everything that an entry names fits', () => {
		const subject = { timeframe: 'day', tickerType: 'etf', tickerId: 7, algo: 'forecast' } as const;
		const reached = (over: Partial<ScriptEntry>, scope: object = subject) =>
			resolveScriptValues(PARAMETERS_V1, [entry({ ...over, values: { chart_days: 101 } })], { timeframe: 'day', ...scope }).chart_days ===
			101;
		expect([
			reached({ tickerId: tickerId(7) }),
			reached({ tickerId: tickerId(8) }),
			reached({ tickerType: 'etf' }),
			reached({ tickerType: 'stocks' }),
			reached({ algo: 'forecast' }),
			reached({ algo: 'reverse' }),
			reached({ timeframes: ['one_hour', 'day'] }),
			reached({ timeframes: ['one_hour'] }),
			reached({ tickerType: 'etf' }, {}),
			reached({}, {}),
		]).toEqual([true, false, true, false, true, false, true, false, false, true]);
	});

	it('say where a value comes from and what it would be without', () => {
		const mine = entry({ timeframes: ['four_hours'], values: { window_bars: 60 } });
		const origins = resolveValueOrigins(PARAMETERS_V1, [mine], { timeframe: 'four_hours' });
		expect(origins.window_bars).toEqual({ value: 60, builtIn: 88, entry: mine });
		expect(origins.chart_days).toEqual({ value: 45, builtIn: 45, entry: null });
		expect(origins.forecast_bars).toEqual({ value: 10, builtIn: 10, entry: null });
	});

	it('of the whole market are each set in its own place, on each timeframe', () => {
		const values = { window_sessions: 33, window_bars: 44, move_bars: 7, chart_days: 55, forecast_bars: 12, cooldown_bars: 13 };
		const all = marketParameters(PARAMETERS_V1, [entry({ values })]);
		const every = <T>(value: T): T[] => new Array<T>(5).fill(value);
		expect(all).toEqual({
			...PARAMETERS_V1,
			windowSessions: every(33),
			windowBars: every(44),
			moveBars: every(7),
			chartDays: every(55),
			forecastBars: 12,
			cooldownBars: 13,
		});
		for (const [at, name] of (['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day'] as const).entries()) {
			const one = marketParameters(PARAMETERS_V1, [entry({ timeframes: [name], values: { move_bars: 9 } })]);
			expect(one.moveBars).toEqual(every(5).with(at, 9));
		}
		// Of one algo: that of the engine's reports, not of the forecasts based on them.
		expect(marketParameters(PARAMETERS_V1, [entry({ algo: 'forecast', values })])).toBe(PARAMETERS_V1);
		expect(marketParameters(PARAMETERS_V1, [entry({ algo: 'reverse', values })]).moveBars).toEqual(every(7));
		for (const only of [{ tickerId: tickerId(7) }, { tickerType: 'etf' }] as const)
			expect(marketParameters(PARAMETERS_V1, [entry({ ...only, values })])).toBe(PARAMETERS_V1);
	});

	it('of two sets are compared by name, timeframe and value', () => {
		const before = parameterValues(PARAMETERS_V1);
		expect(before).toEqual({
			window_sessions: PARAMETERS_V1.windowSessions,
			window_bars: PARAMETERS_V1.windowBars,
			move_bars: PARAMETERS_V1.moveBars,
			chart_days: PARAMETERS_V1.chartDays,
			forecast_bars: [PARAMETERS_V1.forecastBars],
			cooldown_bars: [PARAMETERS_V1.cooldownBars],
		});
		expect(listParameterChanges(before, before)).toEqual([]);
		const after = parameterValues({ ...PARAMETERS_V1, moveBars: [6, 5, 5, 5, 4], cooldownBars: 3 });
		expect(listParameterChanges(before, after)).toEqual([
			{ name: 'move_bars', timeframe: 'fifteen_minutes', from: 5, to: 6 },
			{ name: 'move_bars', timeframe: 'day', from: 5, to: 4 },
			{ name: 'cooldown_bars', timeframe: null, from: 10, to: 3 },
		]);
	});

	it('reach the engine only where they hold for the whole market', () => {
		const set = marketParameters(PARAMETERS_V1, [
			entry({ timeframes: ['one_hour'], values: { window_bars: 90 } }),
			entry({ tickerId: tickerId(7), values: { chart_days: 30 } }),
		]);
		expect(set.windowBars).toEqual([130, 78, 90, 88, 65]);
		expect(set.chartDays).toBe(set.chartDays);
		expect({ ...set, windowBars: PARAMETERS_V1.windowBars }).toEqual(PARAMETERS_V1);
	});

	it('say what is wrong with an entry', () => {
		expect(findEntryError(entry({ values: { window_bars: 90 } }))).toBeNull();
		expect(findEntryError(entry({}))?.field).toBe('params');
		expect(findEntryError(entry({ values: { window_bars: 9 } }))?.message).toBe('window_bars must be a whole number from 10 to 180.');
		expect(findEntryError(entry({ values: { move_bars: 1.5 } }))?.field).toBe('params.move_bars');
		expect(findEntryError(entry({ values: { move_bars: Number.NaN } }))?.field).toBe('params.move_bars');
		expect(findEntryError(entry({ tickerId: tickerId(7), values: { chart_days: 30, window_bars: 90 } }))?.field).toBe('params.window_bars');
		expect(findEntryError(entry({ values: { window_bars: 90, chart_days: 0 } }))?.field).toBe('params.chart_days');
		expect(findEntryError(entry({ tickerType: 'etf', values: { move_bars: 2 } }))?.message).toContain('scored alike');
		expect(findEntryError(entry({ tickerType: 'etf', values: { chart_days: 2 } }))).toBeNull();
	});

	it('that make other depths hold for all tickers; those that only draw or wait may differ by ticker and type', () => {
		const forOne = (values: ScriptEntry['values']) => findEntryError(entry({ tickerId: tickerId(7), values }))?.field;
		expect([forOne({ window_sessions: 9 }), forOne({ window_bars: 90 }), forOne({ move_bars: 6 })]).toEqual([
			'params.window_sessions',
			'params.window_bars',
			'params.move_bars',
		]);
		expect([forOne({ chart_days: 30 }), forOne({ forecast_bars: 6 }), forOne({ cooldown_bars: 6 })]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
	});

	it('are taken at both of their bounds', () => {
		for (const [name, min, max] of [
			['window_sessions', 1, 260],
			['window_bars', 10, 180],
			['move_bars', 1, 20],
			['chart_days', 1, 3650],
			['forecast_bars', 1, 40],
			['cooldown_bars', 1, 100],
		] as const) {
			const faulty = [min - 1, min, max, max + 1].map((value) => findEntryError(entry({ values: { [name]: value } })) !== null);
			expect(faulty).toEqual([true, false, false, true]);
		}
		for (const name of ['window_bars', 'move_bars', 'chart_days', 'forecast_bars', 'cooldown_bars'])
			expect(findEntryError(entry({ values: { [name]: 12.5 } }))?.message).toContain('must be a whole number');
		expect(findEntryError(entry({ values: { window_sessions: 2.5 } }))).toBeNull();
		expect(findEntryError(entry({ values: { window_sessions: 0.5 } }))?.message).toBe('window_sessions must be a number from 1 to 260.');
	});
});
