import { type CallerAccount, licenceOf } from '@sw/domain/access/caller';
import { meanRecord } from '@sw/domain/research/backtest/backtest-record';
import { ruleKey } from '@sw/domain/research/backtest/exit-rule';
import { questionKey, type SearchQuestion, variantKeys } from '@sw/domain/research/search-question';
import type { UtcMs } from '@sw/domain/time/units';
import type { RunLimited } from '../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import { slicesOf, tableFacts } from '../../platform/tables/table.ts';
import type { TableFile } from '../../platform/tables/table-file.ts';
import type { ResearchParts } from '../parts.ts';
import { NOTICE, questionAnswer } from '../search/search-answers.ts';
import { questionOf, requireSpan, requireTicker } from '../search/search-forms.ts';
import { type BacktestAnswer, backtestAnswer, closedOf, type PositionAnswer, positionAnswer } from './backtest-answers.ts';
import { type BacktestExport, type BacktestForm, formAsked, ruleOf } from './backtest-forms.ts';
import { type MeasuredBacktest, measureBacktest } from './measure-backtest.ts';
import { positionFile } from './position-file.ts';

const KEPT = 30;
/** Positions that are kept over all back-tests: some 300 bytes each. */
const KEPT_POSITIONS = 300_000;
const SHOWN = 200;

export interface Backtests {
	run(account: CallerAccount, form: BacktestForm): Promise<BacktestAnswer>;
	export(account: CallerAccount, query: BacktestExport): Promise<TableFile>;
}

/**
 * Back-tests of conditions over all past reports, worked out while the caller waits, one at a time and, by `limited`, not beside a validation. Each variant
 * counts among the account's trials.
 */
export function createBacktests(parts: ResearchParts, limited: RunLimited): Backtests {
	const { reports: published, variants } = parts.store;
	const share = createSingleFlight<string, MeasuredBacktest>({
		kept: KEPT,
		room: { most: KEPT_POSITIONS, of: ({ positions }) => positions.length },
	});

	const questionFor = async (account: CallerAccount, form: BacktestForm, known: { from: UtcMs } | undefined): Promise<SearchQuestion> => {
		const { rule, ...conditions } = form;
		const question = questionOf(
			{ ...conditions, horizons: [rule.horizon] },
			{ licence: licenceOf(account), cooldown: parts.parameters().cooldownBars, from: known?.from ?? parts.now() },
		);
		requireSpan(parts, question);
		await requireTicker(parts, question);
		return question;
	};

	/** The measured back-test, counted as a trial, and the number of the account's trials. */
	const examine = async (account: CallerAccount, form: BacktestForm) => {
		const known = await published.reportSpan(form.algo);
		const question = await questionFor(account, form, known);
		const rule = ruleOf(form.rule);
		const variant = ruleKey(variantKeys(question)[0] as string, rule);
		const key = `${known?.to}.${known?.newest}.${parts.barsVersion()}.${questionKey(question)}.${variant}`;
		const found = await share(key, () => limited(() => measureBacktest(parts, question, rule, known?.to ?? null)));
		const { p_value } = meanRecord(closedOf(found.positions), 1);
		await variants.recordVariants(account.id, [variant], { pValues: [p_value], now: parts.wallNow() });
		const symbols = new Map((await parts.provider.universe(parts.now())).map(({ id, symbol }) => [id as number, symbol]));
		return { found, trials: await variants.variantCount(account.id), symbolOf: (id: number): string => symbols.get(id) ?? String(id) };
	};

	/** Newest first, closed ones before open ones. */
	const ordered = ({ positions }: MeasuredBacktest) =>
		positions.toSorted((a, b) => Number(a.result === null) - Number(b.result === null) || b.time - a.time || a.tickerId - b.tickerId);

	return {
		run: async (account, form) => {
			const { found, trials, symbolOf } = await examine(account, form);
			const shown = ordered(found).slice(0, SHOWN);
			return backtestAnswer(
				found,
				trials,
				shown.map((position) => positionAnswer(position, symbolOf)),
			);
		},
		export: async (account, query) => {
			const { found, symbolOf } = await examine(account, formAsked(query));
			const rows = ordered(found);
			const read = (from: number, to: number): PositionAnswer[] =>
				rows.slice(from, to).map((position) => positionAnswer(position, symbolOf));
			const question = { ...questionAnswer(found.question), rule: found.rule, notice: NOTICE };
			const facts = tableFacts({
				parameters: parts.parameters().version,
				asOf: found.reports.at(-1) ?? null,
				simulated: parts.provider.simulated,
			});
			return positionFile(query.format, slicesOf(rows.length, read), {
				question,
				facts,
				name: `signalwheel-back-test-${found.question.tab}`,
			});
		},
	};
}
