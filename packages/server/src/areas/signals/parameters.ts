import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import type { parameterCalls } from '@sw/contract/parameters';
import { CAPS } from '@sw/domain/prices/cap';
import { INTERVALS, TOPS } from '@sw/domain/prices/top-lists';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { SECTORS } from '@sw/domain/signals/sector';
import { TIMEFRAMES, type TimeframeIndex } from '@sw/domain/time/timeframe';
import type { Handlers } from '../handlers.ts';

type Calls = Contract['signals'];

const analysis: AnswerOf<Calls['parametersAnalysis']> = {
	// Highs and lows look back over the year.
	categories: TOPS.map(({ name, label, value }) => ({ name, label, value, interval: name === 'high' || name === 'low' ? 'ytd' : 'day' })),
	intervals: INTERVALS.map(({ name, label, short }) => ({ name, label, short })),
	caps: CAPS.map(({ name, label }) => ({ name, label })),
};

/** The parameters in force. */
export const parameterHandlers = ({ parameters }: { parameters: ParameterSet }) =>
	({
		parametersAnalysis: () => analysis,
		parametersWeights: () => ({
			version: parameters.version,
			slots: [...parameters.slotWeights],
			// The rate sums its sectors as they are.
			sectors: SECTORS.map(({ key }) => ({ key, weight: 1 })),
			rings: [...parameters.rings],
			tab_quorum: parameters.tabQuorum,
		}),
		parametersWindow: () => ({
			version: parameters.version,
			items: TIMEFRAMES.map(({ name, code, label }, at) => {
				const index = at as TimeframeIndex;
				return {
					timeframe: name,
					code,
					label,
					sessions: parameters.windowSessions[index],
					bars: parameters.windowBars[index],
					chart_days: parameters.chartDays[index],
					move_bars: parameters.moveBars[index],
				};
			}),
			forecast_bars: parameters.forecastBars,
			cooldown_bars: parameters.cooldownBars,
		}),
	}) satisfies Handlers<typeof parameterCalls>;
