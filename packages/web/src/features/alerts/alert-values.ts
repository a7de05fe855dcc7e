import { REQUIRED } from '@sw/domain/access/form-rules';
import {
	type ALERT_KINDS,
	HIGHEST_LEVEL,
	HIGHEST_MENTIONS,
	HIGHEST_RATE,
	HIGHEST_VOLUME,
	LONGEST_ALERT_COOL_DOWN,
} from '@sw/domain/alerts/ticker-alert';
import { findTicker } from '../../entities/ticker-links/find-ticker.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { words } from './words.ts';

export type Kind = (typeof ALERT_KINDS)[number];
type NewAlert = Parameters<Api['inbox']['addAlert']>[0]['body'];

export const START = {
	/** 'ticker', 'favourites' or the id of a watchlist. */
	scope: 'ticker',
	ticker: '',
	kind: 'price',
	value: '',
	direction: 'reaches',
	sector: 'volume',
	timeframe: 'one_hour',
	tab: 'extreme_rise',
	strategy: 'first',
	repeat: 'once',
	cool_down: '60',
	expires: '',
	note: '',
};
export type Values = Readonly<Record<keyof typeof START, string>>;
type FieldName = keyof Values;

/** Sets an alert. Rejects with errors under the names of the form's fields. */
export async function setAlert(api: Api, values: Values): Promise<void> {
	const { scope, kind, value, repeat, cool_down: coolDown } = values;
	if (kind === 'price' && scope !== 'ticker') throw fieldError('scope', words.needsTicker);
	if (scope === 'ticker' && values.ticker.trim() === '') throw fieldError('ticker', REQUIRED);
	const range = RANGES[kind];
	const wrong = range && wrongNumber(value, range);
	if (wrong) throw fieldError('value', wrong);
	const wrongMinutes = repeat === 'every' && wrongNumber(coolDown, { least: 0, most: LONGEST_ALERT_COOL_DOWN });
	if (wrongMinutes) throw fieldError('cool_down', wrongMinutes);
	try {
		await api.inbox.addAlert({ body: { ...(await watchedBy(api, values)), ...bodyOf(values) } });
	} catch (error) {
		throw withFieldNames(error);
	}
}

interface Range {
	/** The least whole number; undefined: any number above 0. */
	readonly least?: number;
	readonly most: number;
}

const RANGES: Readonly<Record<string, Range>> = {
	price: { most: HIGHEST_LEVEL },
	rate: { least: 1, most: HIGHEST_RATE },
	depth: { least: 1, most: 5 },
	volume: { most: HIGHEST_VOLUME },
	mentions: { least: 1, most: HIGHEST_MENTIONS },
};

function wrongNumber(text: string, { least, most }: Range): string | undefined {
	if (text.trim() === '') return REQUIRED;
	const number = Number(text);
	if (least === undefined) return number > 0 && number <= most ? undefined : words.wrongNumber(most);
	return Number.isInteger(number) && number >= least && number <= most ? undefined : words.wrongWhole(least, most);
}

function fieldError(field: FieldName, message: string): ApiError {
	return new ApiError(400, { status: 400, title: message, detail: message, errors: [{ field, message }] }, message);
}

/** Names of the call's fields in the form. */
const FIELDS: Readonly<Record<string, FieldName>> = {
	ticker_id: 'ticker',
	watchlist_id: 'scope',
	'condition.level': 'value',
	'condition.value': 'value',
};

function withFieldNames(error: unknown): unknown {
	if (!(error instanceof ApiError) || !error.problem) return error;
	const errors = error.problem.errors.map(({ field, message }) => ({ field: FIELDS[field] ?? field, message }));
	return new ApiError(error.status, { ...error.problem, errors }, error.message);
}

/** The ticker or watchlist; neither for all favourites. Rejects where no ticker has the symbol. */
async function watchedBy(api: Api, { scope, ticker }: Values): Promise<Pick<NewAlert, 'ticker_id' | 'watchlist_id'>> {
	if (scope === 'favourites') return { ticker_id: null };
	if (scope !== 'ticker') return { ticker_id: null, watchlist_id: Number(scope) };
	const found = await findTicker(api, ticker.trim());
	if (found === undefined) throw fieldError('ticker', words.unknownTicker);
	return { ticker_id: found };
}

function bodyOf({ repeat, cool_down, expires, note, ...values }: Values): Omit<NewAlert, 'ticker_id' | 'watchlist_id'> {
	return {
		condition: conditionOf(values),
		repeat: repeat as NewAlert['repeat'],
		// Without a cool-down its hidden field may hold anything.
		cool_down: repeat === 'every' ? Number(cool_down) : Number(START.cool_down),
		expires: expires || null,
		note: note.trim(),
	};
}

function conditionOf({
	kind,
	value,
	direction,
	sector,
	timeframe,
	tab,
	strategy,
}: Omit<Values, 'repeat' | 'cool_down' | 'expires' | 'note'>) {
	const number = Number(value);
	const falls = direction === 'falls';
	const fields: Readonly<Record<string, object>> = {
		price: { level: number },
		rate: { tab, strategy, value: number, falls },
		depth: { sector, timeframe, value: number, falls },
		volume: { timeframe, value: number, falls },
		mentions: { value: number, falls },
		filing: {},
	};
	return { kind, ...(fields[kind] ?? { tab, strategy }) } as NewAlert['condition'];
}
