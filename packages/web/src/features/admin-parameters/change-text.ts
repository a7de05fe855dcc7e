import { SCRIPT_VALUE_NAMES } from '@sw/domain/research/script-params';
import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import type { Change } from './queries.ts';
import { parameterWords as words } from './words.ts';

export function timeframeLabel(timeframe: Timeframe): string {
	return TIMEFRAMES.find(({ name }) => name === timeframe)?.label ?? timeframe;
}

/** Says where a change applies: '1h, 4h; etf; forecast'. */
export function formatScope({ timeframes, ticker_type, ticker, algo }: Change): string {
	return (
		[timeframes.map(timeframeLabel).join(', '), ticker_type ?? '', ticker ?? '', algo ?? ''].filter(Boolean).join('; ') || words.everywhere
	);
}

/** Lists the values of a change: 'Window, bars 90; Days on the chart 33'. */
export function formatValues({ params }: Pick<Change, 'params'>): string {
	return SCRIPT_VALUE_NAMES.flatMap((name) => (params[name] === undefined ? [] : [`${words.valueOf(name)} ${params[name]}`])).join('; ');
}
