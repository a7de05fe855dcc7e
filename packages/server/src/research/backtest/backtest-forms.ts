import type { Received } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import type { TradeRule } from '@sw/domain/research/backtest/exit-rule';
import { multipleAsked } from '../search/search-forms.ts';

export type BacktestForm = Received<(typeof research)['backtest']>['body'];
export type BacktestExport = Received<(typeof research)['backtestExport']>['query'];

/** The rule of a form. */
export function ruleOf({ entry, horizon, stop, target, leaves }: BacktestForm['rule']): TradeRule {
	return { entry, horizon, stop: stop ?? null, target: target ?? null, leaves };
}

/** The back-test of an address. */
export function formAsked({ format: _, entry, horizon, stop, target, leaves, ...question }: BacktestExport): BacktestForm {
	const {
		filter: _filter,
		horizons: _horizons,
		...conditions
	} = multipleAsked({ ...question, outcome: 'all', sort_by: 'time', sort_dir: 'desc' });
	return { ...conditions, rule: { entry, horizon, stop, target, leaves } };
}
