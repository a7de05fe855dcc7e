import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { buttonClass } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import panel from '../../ui/panel.module.css';
import type { FilterSetting } from '../filters/saved-filters.ts';
import css from './backtest.module.css';
import { BacktestResults } from './backtest-results.tsx';
import { backtestWords as words } from './backtest-words.ts';
import { type Rule, RuleForm } from './rule-form.tsx';

export type Tested = Pick<FilterSetting, 'id' | 'name' | 'tab' | 'timeframes' | 'operation' | 'filters' | 'groups' | 'conditions_since'>;
type Body = InputOf<Contract['research']['backtest']>['body'];

/** Trades the past occurrences of a saved filter by a rule. Opens itself; a rule runs by a click, as each one counts among the account's trials. */
export function BacktestDialog({ setting, onClose }: { setting: Tested; onClose: () => void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const dialog = useRef<HTMLDialogElement>(null);
	const [rule, run] = useState<Rule>();
	const question = bodyOf(setting, rule);
	const { data, error, isFetching, refetch } = useQuery({ ...backtestQuery(api, setting, question), enabled: rule !== undefined });
	return (
		<Dialog dialog={dialog} title={words.title(setting.name)} look={css['dialog']} opensItself onClose={onClose}>
			<p className={panel['note']}>{words.intro}</p>
			<RuleForm busy={isFetching} run={(next) => (JSON.stringify(next) === JSON.stringify(rule) && error ? void refetch() : run(next))} />
			<div aria-live="polite">
				{isFetching ? <p className={panel['note']}>{words.running}</p> : null}
				{error && !isFetching ? (
					<p className={panel['note']}>{error instanceof ApiError && error.status === 400 ? error.message : words.failed}</p>
				) : null}
				{data && !isFetching ? <BacktestResults found={data} question={question} /> : null}
			</div>
			<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
				{words.close}
			</button>
		</Dialog>
	);
}

function bodyOf({ tab, operation, timeframes, filters, groups }: Tested, rule: Rule | undefined): Body {
	return {
		tab,
		operation,
		timeframes,
		filters: filters.map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
		...(groups.length > 0 ? { groups } : {}),
		rule: rule ?? {},
	};
}

function backtestQuery(api: Api, { id, conditions_since }: Tested, body: Body) {
	return queryOptions({
		queryKey: ['research', 'backtest', id, conditions_since, body.rule],
		queryFn: () => api.research.backtest({ body }),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
}
