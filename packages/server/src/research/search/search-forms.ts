import type { HandlerInput } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import { copyGroups, hasSessionFigureTest, hasTimeInListTest } from '@sw/domain/filters/groups';
import type { Licence } from '@sw/domain/reports/licence';
import { normalizeQuestion, type SearchQuestion } from '@sw/domain/research/search-question';
import { tabOperation } from '@sw/domain/signals/sector';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { closedExchange, futureDate, malformed, unknownTicker } from '../../platform/errors.ts';
import type { ResearchParts } from '../ports.ts';

export type SearchForm = HandlerInput<(typeof research)['createSearchTask']>['body'];
export type SearchChangeForm = HandlerInput<(typeof research)['changeSearchTask']>['body'];
export type OccurrencesQuery = HandlerInput<(typeof research)['validationOccurrences']>['query'];
export type OccurrencesExport = HandlerInput<(typeof research)['validationExport']>['query'];
export type SingleForm = HandlerInput<(typeof research)['validateSingle']>['body'];
export type MultipleForm = HandlerInput<(typeof research)['validateMultiple']>['body'];

/** A question as encoded in a URL, and a selection of its occurrences. */
export type QuestionInUrl = Omit<OccurrencesExport, 'format'>;

/** Values that a form doesn't contain. */
export interface SearchDefaults {
	readonly licence: Licence;
	/** Bars in which further matches belong to the same occurrence. */
	readonly cooldown: number;
	/** Time of the oldest report. */
	readonly from: UtcMs;
}

/** Throws if the question is about an unknown ticker. `status`: 404 in calls that can answer 404. */
export async function requireTicker(
	{ provider, now }: Pick<ResearchParts, 'provider' | 'now'>,
	{ ticker }: SearchQuestion,
	status: 400 | 404 = 400,
): Promise<void> {
	if (ticker !== null && !(await provider.universe(now())).some(({ id }) => id === ticker)) throw unknownTicker('ticker_id', status);
}

/** Throws if the first report of the question's span lacks columns that the question needs: too few matches would be counted. */
export async function requireColumns({ store, now }: Pick<ResearchParts, 'store' | 'now'>, question: SearchQuestion): Promise<void> {
	const [needsFigures, needsTimeInList] = [hasSessionFigureTest(question.groups), hasTimeInListTest(question.groups)];
	if (!needsFigures && !needsTimeInList) return;
	const [first] = await store.reports.countedVersions(question.from, question.to ?? now(), question.algo);
	const columns = first && (await store.reports.knownColumns(first, question.algo));
	const missing = [
		...(needsFigures && columns?.dayFigures === false ? ['change and dollar volume were'] : []),
		...(needsTimeInList && columns?.timeInList === false ? ['the time in the list was'] : []),
	];
	if (first && missing[0])
		throw malformed(
			'groups',
			`The report of ${isoSeconds(first.time)} was computed before ${missing[0]} stored. Choose a later start, or rebuild the earlier reports.`,
		);
}

/** Throws if the question's span has no report: it ends before it starts, starts in the future, or contains no session. */
export function requireSpan({ calendar, now }: Pick<ResearchParts, 'calendar' | 'now'>, { from, to }: SearchQuestion): void {
	if (to !== null && from > to) throw malformed('to', `The end is before the start, ${isoSeconds(from)}: give a later end.`);
	if (from > now()) throw futureDate('from', 400);
	const [first, last] = [newYorkDate(from), newYorkDate(to ?? now())];
	if (to !== null && calendar.sessionsBetween(first, last).length === 0) throw closedExchange('from', first, last);
}

export function toSearchQuestion(form: SearchForm, { licence, cooldown, from }: SearchDefaults): SearchQuestion {
	return normalizeQuestion({
		tab: form.tab,
		operation: form.operation ?? tabOperation(form.tab),
		algo: form.algo,
		licence,
		strategy: form.timeframes,
		filters: form.filters,
		groups: form.groups,
		marketcap: form.marketcap,
		information: form.information ?? undefined,
		ticker: form.ticker_id ?? null,
		sectors: form.sector_types,
		from: form.from ?? from,
		to: form.to ?? null,
		horizons: form.horizons,
		cooldown: form.cooldown ?? cooldown,
	});
}

/** Converts the form of a single condition into the form of a filter with one entry. */
export function toMultipleForm({ condition, horizon, ...common }: SingleForm): MultipleForm {
	return {
		...common,
		filters: [condition],
		...(horizon === undefined ? {} : { horizons: [horizon] }),
	};
}

/** Converts the query of a URL into a form. */
export function queryToForm({ conditions = [], groups, timeframes = 'first', marketcap = [], ...question }: QuestionInUrl): MultipleForm {
	return {
		tab: question.tab,
		operation: question.operation,
		algo: question.algo,
		timeframes,
		marketcap,
		information: question.information,
		ticker_id: question.ticker_id,
		from: question.from,
		to: question.to,
		filters: conditions,
		groups: groups && copyGroups(groups),
		sector_types: question.sector_types,
		horizons: question.horizons,
		cooldown: question.cooldown,
		filter: question.filter,
	};
}

/** Applies a change to a question. Fields that the form omits stay the same. */
export function applyChange(previousQuestion: SearchQuestion, form: SearchChangeForm, licence: Licence): SearchQuestion {
	const tab = form.tab ?? previousQuestion.tab;
	const isOtherTab = form.tab !== undefined && form.tab !== previousQuestion.tab;
	const operation = form.operation ?? (isOtherTab ? tabOperation(tab) : previousQuestion.operation);
	const isOtherDirection = isOtherTab || operation !== previousQuestion.operation;
	return normalizeQuestion({
		tab,
		operation,
		algo: form.algo ?? previousQuestion.algo,
		licence,
		strategy: form.timeframes ?? previousQuestion.strategy,
		filters: form.filters ?? previousQuestion.filters,
		groups: form.groups ?? previousQuestion.groups,
		marketcap: form.marketcap ?? previousQuestion.marketcap,
		information: form.information === undefined ? previousQuestion.information : (form.information ?? undefined),
		ticker: form.ticker_id === undefined ? previousQuestion.ticker : form.ticker_id,
		sectors: form.sector_types ?? (isOtherDirection ? undefined : previousQuestion.sectors),
		from: form.from ?? previousQuestion.from,
		to: form.to === undefined ? previousQuestion.to : form.to,
		horizons: form.horizons ?? previousQuestion.horizons,
		cooldown: form.cooldown ?? previousQuestion.cooldown,
	});
}
