import { tickerComparison } from '@sw/contract/base/report-schemas';
import type { CallerAccount } from '@sw/domain/access/caller';
import { rowOfTicker } from '@sw/domain/reports/list/row-mask';
import type { TickerId } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { storedSessions } from '../../../market/window/stored-sessions.ts';
import { createAnswerCache } from '../../../platform/cache/answer-caches.ts';
import { notFound } from '../../../platform/errors.ts';
import { unknownTicker } from '../../../platform/unknown-values.ts';
import { type Encoded, encoded } from '../../answer.ts';
import { presentHead } from '../../report-head.ts';
import { COMPARED_SESSIONS, type Compared, createComparisons } from '../comparisons.ts';
import type { OpenReport } from '../open-reports.ts';
import { firstOfSessions } from './history-table.ts';
import type { ReportQuery, WorkspaceTools } from './workspace-lists.ts';

type Answer = Compared & { report: ReturnType<typeof presentHead> };

/** Cached answers, of about 3 kB each. */
const KEPT = 500;

/** Compares a ticker with the median of its tier, up to a report that the caller may open. */
export function createWorkspaceComparison({ parts, open: opening }: WorkspaceTools) {
	const { calendar, directory, source, bars, prices } = parts;
	const comparisons = createComparisons(parts);
	const kept = createAnswerCache<string, Encoded<Answer>>({ max: KEPT });

	/** Only the ticker, from the store: for reports older than the window. */
	const stored = async (id: TickerId, { facts }: OpenReport) => {
		const until = facts.asOf < facts.time ? facts.asOf : facts.time;
		const last = calendar.lastOpened(until - 1);
		const sessions = last ? calendar.sessionsBetween(firstOfSessions(calendar, newYorkDate(last.open), COMPARED_SESSIONS), last.date) : [];
		const [first] = sessions;
		return first && last ? storedSessions(sessions, await bars(id, first.open, until), until) : [];
	};

	return async (
		account: CallerAccount,
		id: TickerId,
		{ date, version }: ReportQuery | { date?: undefined; version?: undefined },
	): Promise<Encoded<Answer>> => {
		const ticker = directory.byId(id);
		if (!ticker) throw unknownTicker('id');
		const open = await (date === undefined ? opening.latest(account.licence) : opening.at(date, version, account.licence));
		const row = open ? rowOfTicker(open.table, id) : -1;
		if (!open || row === -1) throw notFound("This ticker isn't in this report.");
		const remembered = comparisons.sessionsOf(open);
		const key = `${id} ${open.key} ${open.facts.hash} ${remembered !== undefined} ${prices.id}`;
		const known = kept.get(key);
		if (known) return known;
		const compared = comparisons.of(open, row, ticker, remembered, remembered ? undefined : await stored(id, open));
		const made = encoded(tickerComparison, { report: presentHead(open.facts, source), ...compared });
		// Incomplete answers are not cached: the missing data may still arrive.
		if (compared.missing.length === 0) kept.set(key, made);
		return made;
	};
}
