import { describe, expect, it } from 'vitest';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { tickerId } from '../time/units.ts';
import { entryProblem, marketParameters, type ScriptEntry, scriptValues } from './script-params.ts';

const entry = (over: Partial<ScriptEntry>): ScriptEntry => ({
	timeframes: [],
	tickerType: null,
	tickerId: null,
	algo: null,
	values: {},
	...over,
});

describe('script parameters', () => {
	it('are the built-in ones where nothing was changed', () => {
		expect(scriptValues(PARAMETERS_V1, [], { timeframe: 'one_hour' })).toEqual({
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
		const at = (subject: object) => scriptValues(PARAMETERS_V1, entries, { timeframe: 'day', ...subject });
		expect(at({})).toMatchObject({ chart_days: 200, forecast_bars: 4, cooldown_bars: 10 });
		expect(at({ tickerType: 'etf', tickerId: 7 })).toMatchObject({ chart_days: 30, forecast_bars: 20 });
		expect(at({ algo: 'forecast', tickerType: 'stocks' })).toMatchObject({ chart_days: 200, cooldown_bars: 4 });
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
		expect(entryProblem(entry({ values: { window_bars: 90 } }))).toBeNull();
		expect(entryProblem(entry({}))?.field).toBe('params');
		expect(entryProblem(entry({ values: { window_bars: 9 } }))?.message).toBe('window_bars lies between 10 and 180, a whole number.');
		expect(entryProblem(entry({ values: { move_bars: 1.5 } }))?.field).toBe('params.move_bars');
		expect(entryProblem(entry({ tickerType: 'etf', values: { move_bars: 2 } }))?.message).toContain('scored alike');
		expect(entryProblem(entry({ tickerType: 'etf', values: { chart_days: 2 } }))).toBeNull();
	});
});
