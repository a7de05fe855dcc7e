import type { TickerType } from '@sw/domain/prices/ticker';
import type { Algo } from '@sw/domain/reports/licence';
import { SCRIPT_VALUE_NAMES, type ScriptValue } from '@sw/domain/research/script-params';
import type { Timeframe } from '@sw/domain/time/timeframe';
import { typedNumber } from '../../lib/format/numbers.ts';
import type { Change, ChangeBody } from './queries.ts';

/** A change as form values; '' if not given. */
export interface Draft {
	readonly timeframes: readonly Timeframe[];
	readonly type: TickerType | '';
	/** A symbol, or the permanent ticker id. */
	readonly ticker: string;
	readonly algo: Algo | '';
	readonly values: Readonly<Record<ScriptValue, string>>;
	readonly comment: string;
}

export function draftOf(change: Change | null): Draft {
	return {
		timeframes: change?.timeframes ?? [],
		type: change?.ticker_type ?? '',
		ticker: change?.ticker ?? '',
		algo: change?.algo ?? '',
		values: Object.fromEntries(SCRIPT_VALUE_NAMES.map((name) => [name, String(change?.params[name] ?? '')])) as Record<ScriptValue, string>,
		comment: change?.comment ?? '',
	};
}

/** As call parameters; the caller looks up the ticker's id. */
export function bodyOf({ timeframes, type, algo, values, comment }: Draft, tickerId: number | null): ChangeBody {
	return {
		timeframes: [...timeframes],
		ticker_type: type === '' ? null : type,
		ticker_id: tickerId,
		algo: algo === '' ? null : algo,
		params: Object.fromEntries(
			SCRIPT_VALUE_NAMES.flatMap((name) => (values[name].trim() === '' ? [] : [[name, typedNumber(values[name]) ?? Number.NaN]])),
		),
		comment: comment.trim(),
	};
}
