import { REQUIRED } from '@sw/domain/access/form-rules';
import { DEFAULT_DECISION_HORIZON } from '@sw/domain/research/decision';
import { LONGEST_HORIZON } from '@sw/domain/research/search-question';
import { type StrategyName, strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { findTicker } from '../../entities/ticker-links/find-ticker.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { words } from './words.ts';

type NewDecision = Parameters<Api['research']['addDecision']>[0]['body'];

export const START = {
	ticker: '',
	decision: 'took',
	operation: 'long',
	strategy: 'first',
	horizon: String(DEFAULT_DECISION_HORIZON),
	filter: '',
	tags: '',
	note: '',
};
export type Values = Readonly<Record<keyof typeof START, string>>;

/** Notes a decision. Rejects with errors under the names of the form's fields. */
export async function noteDecision(api: Api, values: Values): Promise<void> {
	if (values.ticker.trim() === '') throw fieldError('ticker', REQUIRED);
	const horizon = Number(values.horizon);
	if (!Number.isInteger(horizon) || horizon < 1 || horizon > LONGEST_HORIZON) throw fieldError('horizon', words.wrongHorizon);
	const id = await findTicker(api, values.ticker);
	if (id === undefined) throw fieldError('ticker', words.unknownTicker);
	try {
		await api.research.addDecision({ body: bodyOf(id, horizon, values) });
	} catch (error) {
		throw withFieldNames(error);
	}
}

function bodyOf(id: number, horizon: number, { decision, operation, strategy, filter, tags, note }: Values): NewDecision {
	return {
		ticker_id: id,
		decision: decision as NewDecision['decision'],
		operation: operation as NewDecision['operation'],
		timeframes: strategyNamed(strategy as StrategyName).slots.map((slot) => TIMEFRAMES[slot].name),
		horizon,
		filter: filter === '' ? null : Number(filter),
		tags: tags
			.split(',')
			.map((tag) => tag.trim())
			.filter((tag) => tag !== ''),
		note: note.trim(),
	};
}

function fieldError(field: keyof Values, message: string): ApiError {
	return new ApiError(400, { status: 400, title: message, detail: message, errors: [{ field, message }] }, message);
}

/** The call names a tag by its place, and the ticker by its id. */
function withFieldNames(error: unknown): unknown {
	if (!(error instanceof ApiError) || !error.problem) return error;
	const nameOf = (field: string): string => (field === 'ticker_id' ? 'ticker' : (field.split('.')[0] ?? field));
	const errors = error.problem.errors.map(({ field, message }) => ({ field: nameOf(field), message }));
	return new ApiError(error.status, { ...error.problem, errors }, error.message);
}
