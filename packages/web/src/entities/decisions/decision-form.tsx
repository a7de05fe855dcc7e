import { maxLength, REQUIRED_MESSAGE, type Rule } from '@sw/domain/access/form-rules';
import { DECISIONS, DEFAULT_DECISION_HORIZON, type DecisionKind, MAX_DECISION_NOTE_LENGTH } from '@sw/domain/research/decision';
import { MAX_HORIZON } from '@sw/domain/research/horizons';
import { OPERATIONS, type Operation } from '@sw/domain/signals/sector';
import { STRATEGIES, type StrategyName, strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field, SelectField } from '../../ui/forms/field.tsx';
import { FormBox, useForm } from '../../ui/forms/form-box.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { filtersQuery } from '../filters/saved-filters.ts';
import { findTicker } from '../ticker-links/find-ticker.ts';
import { words } from './words.ts';

type NewDecision = Parameters<Api['research']['addDecision']>[0]['body'];

const DEFAULT_VALUES = {
	ticker: '',
	decision: 'took',
	operation: 'long',
	strategy: 'first',
	horizon: String(DEFAULT_DECISION_HORIZON),
	filter: '',
	tags: '',
	note: '',
};

type Values = Readonly<Record<keyof typeof DEFAULT_VALUES, string>>;

export const DECISIONS_KEY = ['research', 'decisions'] as const;

/** Initial values of a form. Missing values have defaults. */
export type InitialDecision = Partial<Values>;

const NO_RULES: readonly Rule[] = [];
const RULES = {
	ticker: NO_RULES,
	decision: NO_RULES,
	operation: NO_RULES,
	strategy: NO_RULES,
	horizon: NO_RULES,
	filter: NO_RULES,
	tags: NO_RULES,
	note: [maxLength(MAX_DECISION_NOTE_LENGTH)],
};

interface Props {
	initialValues: InitialDecision;
	/** Called after the decision was logged. Undefined: the form is reset for the next decision. */
	onDone?: () => void;
	/** Called by the cancel button. Undefined: there is no cancel button. */
	cancel?: () => void;
}

/** Logs a decision about a ticker. */
export function DecisionForm({ initialValues, onDone, cancel }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data: filters } = useQuery(filtersQuery(api));
	const names = new Map(filters?.items.map(({ id, name }) => [String(id), name]));
	const form = useForm(RULES, { ...DEFAULT_VALUES, ...initialValues }, async (values) => {
		await logDecision(api, values);
		// Resets the form before the list is reloaded, so that text typed meanwhile isn't lost.
		if (!onDone) form.reset({ ...values, ticker: '', note: '' });
		await queryClient.invalidateQueries({ queryKey: DECISIONS_KEY });
		snack.success(words.list, words.added);
		onDone?.();
	});
	return (
		<FormBox columns form={form} submitLabel={words.save} {...(cancel ? { cancel } : {})}>
			<Field form={form} name="ticker" label={words.ticker} hint={words.tickerHint} />
			<SelectField
				form={form}
				name="decision"
				label={words.kind}
				options={DECISIONS}
				labelOf={(kind) => words.kinds[kind as DecisionKind]}
			/>
			<SelectField
				form={form}
				name="operation"
				label={words.operation}
				options={OPERATIONS}
				labelOf={(operation) => words.operations[operation as Operation]}
			/>
			<Field form={form} name="horizon" label={words.horizon} hint={words.horizonHint} />
			<SelectField
				form={form}
				name="strategy"
				label={words.strategy}
				options={STRATEGIES.map(({ name }) => name)}
				labelOf={(name) => TIMEFRAMES[strategyNamed(name as StrategyName).rated[2]].label}
			/>
			<SelectField
				form={form}
				name="filter"
				label={words.ofFilter}
				options={[...names.keys()]}
				labelOf={(id) => names.get(id) ?? id}
				none={words.noFilter}
			/>
			<Field form={form} name="tags" label={words.tags} hint={words.tagsHint} />
			<Field form={form} name="note" label={words.note} />
		</FormBox>
	);
}

/** Logs a decision. Rejects with the errors of the form fields. */
async function logDecision(api: Api, values: Values): Promise<void> {
	if (values.ticker.trim() === '') throw fieldError('ticker', REQUIRED_MESSAGE);
	const horizon = Number(values.horizon);
	if (!Number.isInteger(horizon) || horizon < 1 || horizon > MAX_HORIZON) throw fieldError('horizon', words.wrongHorizon);
	const id = await findTicker(api, values.ticker);
	if (id === undefined) throw fieldError('ticker', words.unknownTicker);
	try {
		await api.research.addDecision({ body: createBody(id, horizon, values) });
	} catch (error) {
		throw withFormFields(error);
	}
}

function createBody(id: number, horizon: number, { decision, operation, strategy, filter, tags, note }: Values): NewDecision {
	return {
		ticker_id: id,
		decision: decision as NewDecision['decision'],
		operation: operation as NewDecision['operation'],
		timeframes: strategyNamed(strategy as StrategyName).rated.map((index) => TIMEFRAMES[index].name),
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

/** Renames the API's fields to form fields. API errors name a tag by its index ('tags.0') and the ticker by its id. */
function withFormFields(error: unknown): unknown {
	if (!(error instanceof ApiError) || !error.problem) return error;
	const nameOf = (field: string): string => (field === 'ticker_id' ? 'ticker' : (field.split('.')[0] ?? field));
	const errors = error.problem.errors.map(({ field, message }) => ({ field: nameOf(field), message }));
	return new ApiError(error.status, { ...error.problem, errors }, error.message);
}

/** Dialog that logs one decision without leaving the page. */
export function DecisionDialog({ start: initialValues, close }: { start: InitialDecision; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const closeDialog = (): void => dialog.current?.close();
	return (
		<Dialog dialog={dialog} title={words.add} opensOnMount onClose={close}>
			<DecisionForm initialValues={initialValues} onDone={closeDialog} cancel={closeDialog} />
		</Dialog>
	);
}
