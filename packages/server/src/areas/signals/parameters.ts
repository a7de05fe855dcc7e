import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { parameterCalls } from '@sw/contract/signals/parameters';
import { CAPS } from '@sw/domain/prices/buckets';
import { INTERVALS, TOPS } from '@sw/domain/prices/top-lists';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { SECTORS } from '@sw/domain/signals/sector';
import { TIMEFRAMES, type TimeframeIndex } from '@sw/domain/time/timeframe';
import type { Handlers } from '../handlers.ts';

type Calls = Contract['signals'];

const topTableParameters: AnswerOf<Calls['parametersAnalysis']> = {
	// Highs and lows are those of the year.
	categories: TOPS.map(({ name, label, value }) => ({ name, label, value, interval: name === 'high' || name === 'low' ? 'ytd' : 'day' })),
	intervals: INTERVALS.map(({ name, label, short }) => ({ name, label, short })),
	caps: CAPS.map(({ name, label }) => ({ name, label })),
};

export function createParameterHandlers({ currentParameters }: { currentParameters: () => ParameterSet }) {
	return {
		parametersAnalysis: () => topTableParameters,
		parametersWeights: () => {
			const { version, slotWeights, rings, tabQuorum } = currentParameters();
			// All sectors have the same weight in the rate. `slots` in the API: the weights of a strategy's three rated timeframes, not quarter-hours.
			const sectors = SECTORS.map(({ key }) => ({ key, weight: 1 }));
			return { version, slots: [...slotWeights], sectors, rings: [...rings], tab_quorum: tabQuorum };
		},
		parametersWindow: () => {
			const { version, windowSessions, windowBars, chartDays, moveBars, forecastBars, cooldownBars } = currentParameters();
			const items = TIMEFRAMES.map(({ name, code, label }, at) => {
				const index = at as TimeframeIndex;
				return {
					timeframe: name,
					code,
					label,
					sessions: windowSessions[index],
					bars: windowBars[index],
					chart_days: chartDays[index],
					move_bars: moveBars[index],
				};
			});
			return { version, items, forecast_bars: forecastBars, cooldown_bars: cooldownBars };
		},
	} satisfies Handlers<typeof parameterCalls>;
}
