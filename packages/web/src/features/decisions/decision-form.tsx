import { maxLength, type Rule } from '@sw/domain/access/form-rules';
import { DECISIONS, type DecisionKind, LONGEST_DECISION_NOTE } from '@sw/domain/research/decision';
import { OPERATIONS, type Operation } from '@sw/domain/signals/sector';
import { STRATEGIES, type StrategyName, strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { filtersQuery } from '../../entities/filters/saved-filters.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox } from '../../ui/forms/form-box.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { noteDecision, START } from './decision-values.ts';
import { DECISIONS_KEY } from './queries.ts';
import { words } from './words.ts';

const ANY: readonly Rule[] = [];
const RULES = {
	ticker: ANY,
	decision: ANY,
	operation: ANY,
	strategy: ANY,
	horizon: ANY,
	filter: ANY,
	tags: ANY,
	note: [maxLength(LONGEST_DECISION_NOTE)],
};

/** Notes a decision about a ticker. */
export function DecisionForm({ ticker }: { ticker: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data: filters } = useQuery(filtersQuery(api));
	const names = new Map(filters?.items.map(({ id, name }) => [String(id), name]));
	const form = useForm(RULES, { ...START, ticker }, async (values) => {
		await noteDecision(api, values);
		// Before the list shows it: what is entered after that must stay.
		form.reset({ ...values, ticker: '', note: '' });
		await queryClient.invalidateQueries({ queryKey: DECISIONS_KEY });
		snack.success(words.list, words.added);
	});
	return (
		<FormBox columns form={form} submit={words.save}>
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
				labelOf={(name) => TIMEFRAMES[strategyNamed(name as StrategyName).slots[2]].label}
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
