import { SCRIPT_VALUE_NAMES } from '@sw/domain/research/script-params';
import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import type { Change } from './queries.ts';
import { parameterWords as words } from './words.ts';

export const labelOf = (timeframe: Timeframe): string => TIMEFRAMES.find(({ name }) => name === timeframe)?.label ?? timeframe;

/** '1h, 4h; etf; forecast': where a change applies. */
export const whereText = ({ timeframes, ticker_type, ticker, algo }: Change): string =>
	[timeframes.map(labelOf).join(', '), ticker_type ?? '', ticker ?? '', algo ?? ''].filter(Boolean).join('; ') || words.everywhere;

/** 'Window, bars 90; Days on the chart 33' */
export const valuesText = ({ params }: Pick<Change, 'params'>): string =>
	SCRIPT_VALUE_NAMES.flatMap((name) => (params[name] === undefined ? [] : [`${words.valueOf(name)} ${params[name]}`])).join('; ');
