import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { ENTRIES, MAX_EXIT_LEVEL, MIN_EXIT_LEVEL } from '@sw/domain/research/backtest/exit-rule';
import { MAX_HORIZON } from '@sw/domain/research/horizons';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { buttonClass } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import form from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import panel from '../../ui/panel.module.css';
import { primaryClass } from '../../ui/primary.ts';
import type { FilterSetting } from '../filters/saved-filters.ts';
import css from './backtest.module.css';
import { BacktestResults } from './backtest-results.tsx';
import { backtestWords as words } from './backtest-words.ts';

type Rule = InputOf<Contract['research']['backtest']>['body']['rule'];

const DEFAULT_HORIZON = 5;

export type BacktestFilter = Pick<
	FilterSetting,
	'id' | 'name' | 'tab' | 'timeframes' | 'operation' | 'filters' | 'groups' | 'conditions_since'
>;
type Body = InputOf<Contract['research']['backtest']>['body'];

/**
 * Dialog that trades the past occurrences of a saved filter by a rule. Opens on mount. Nothing
 * runs before submit, because each run counts as one of the account's trials.
 */
export function BacktestDialog({ setting, onClose }: { setting: BacktestFilter; onClose: () => void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const dialog = useRef<HTMLDialogElement>(null);
	const [rule, setRule] = useState<Rule>();
	const body = createBody(setting, rule);
	const { data, error, isFetching, refetch } = useQuery({ ...backtestQuery(api, setting, body), enabled: rule !== undefined });
	return (
		<Dialog dialog={dialog} title={words.title(setting.name)} boxClass={css['dialog']} opensOnMount onClose={onClose}>
			<p className={panel['note']}>{words.intro}</p>
			<RuleForm
				busy={isFetching}
				run={(next) => (JSON.stringify(next) === JSON.stringify(rule) && error ? void refetch() : setRule(next))}
			/>
			<div aria-live="polite">
				{isFetching ? <p className={panel['note']}>{words.running}</p> : null}
				{error && !isFetching ? (
					<p className={panel['note']}>{error instanceof ApiError && error.status === 400 ? error.message : words.failed}</p>
				) : null}
				{data && !isFetching ? <BacktestResults backtest={data} body={body} /> : null}
			</div>
			<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
				{words.close}
			</button>
		</Dialog>
	);
}

function createBody({ tab, operation, timeframes, filters, groups }: BacktestFilter, rule: Rule | undefined): Body {
	return {
		tab,
		operation,
		timeframes,
		filters: filters.map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
		...(groups.length > 0 ? { groups } : {}),
		rule: rule ?? {},
	};
}

function backtestQuery(api: Api, { id, conditions_since }: BacktestFilter, body: Body) {
	return queryOptions({
		queryKey: ['research', 'backtest', id, conditions_since, body.rule],
		queryFn: () => api.research.backtest({ body }),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
}

/** Form for the rule that enters and exits positions. */
function RuleForm({ busy, run }: { busy: boolean; run: (rule: Rule) => void }) {
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const values = new FormData(event.currentTarget);
		const parseLevel = (name: string): number | null => (values.get(name) ? Number(values.get(name)) : null);
		run({
			entry: ENTRIES.find((entry) => entry === values.get('entry')) ?? 'slot',
			horizon: Number(values.get('horizon')),
			stop: parseLevel('stop'),
			target: parseLevel('target'),
			leaves: values.has('leaves'),
		});
	};
	return (
		<form className={css['rule']} onSubmit={submit}>
			<Labelled label={words.entry}>
				{() => (
					<select name="entry" className={form['input']}>
						{ENTRIES.map((entry) => (
							<option key={entry} value={entry}>
								{words.entries[entry]}
							</option>
						))}
					</select>
				)}
			</Labelled>
			<Labelled label={words.horizon}>
				{() => (
					<input
						type="number"
						name="horizon"
						className={form['input']}
						min={1}
						max={MAX_HORIZON}
						step={1}
						required
						defaultValue={DEFAULT_HORIZON}
					/>
				)}
			</Labelled>
			{(['stop', 'target'] as const).map((name) => (
				<Labelled key={name} label={words[name]}>
					{() => (
						<input
							type="number"
							name={name}
							className={form['input']}
							min={MIN_EXIT_LEVEL}
							max={MAX_EXIT_LEVEL}
							step={0.1}
							title={words.levelHint}
						/>
					)}
				</Labelled>
			))}
			<label className={css['leaves']}>
				<input type="checkbox" name="leaves" /> {words.leaves}
			</label>
			<button type="submit" className={primaryClass} disabled={busy}>
				{words.run}
			</button>
			<p className={css['hint']}>{words.levelHint}</p>
		</form>
	);
}
