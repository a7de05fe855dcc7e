import { type FilterDocument, filterDocumentOf } from '@sw/contract/filter-document';
import type { NoticeQuestion } from '@sw/domain/inbox/message';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { LetterParts } from './notice-letter.ts';
import { enteredCount, type Told } from './told.ts';

/** Most tickers per message in one request. */
const MOST_TICKERS = 1_000;

/** The filter's settings when the alert was made, in the format of the filter calls. */
const documentOf = (name: string, { tab, strategy, entries, operation }: NoticeQuestion): FilterDocument =>
	filterDocumentOf({
		...{ name, tab, operation },
		timeframes: strategyNamed(strategy).slots.map((slot) => TIMEFRAMES[slot].name),
		filters: [...entries],
	});

/** In the format of Standard Webhooks: type, time and data. */
export const webhookBody = (
	type: 'notices' | 'trial',
	{ id, createdAt }: { id: string; createdAt: number },
	told: readonly Told[],
	{ origin, label }: LetterParts,
): string =>
	JSON.stringify({
		type,
		timestamp: isoSeconds(createdAt),
		data: {
			id,
			simulated: label !== null,
			messages: told.map(({ id: number, kind, subject, createdAt: created, path, notice, text }) => ({
				id: number,
				kind,
				subject,
				created: isoSeconds(created),
				url: `${origin}${path}`,
				text,
				filter: notice?.filterId ?? null,
				filter_document: notice ? documentOf(subject, notice.asked) : null,
				report: notice ? { time: isoSeconds(notice.report.time), version: notice.report.version } : null,
				entered: notice?.entered.slice(0, MOST_TICKERS) ?? [],
				entered_again: notice?.enteredAgain.slice(0, MOST_TICKERS) ?? [],
				left: notice?.left.slice(0, MOST_TICKERS) ?? [],
				entered_count: notice ? enteredCount(notice) : 0,
				left_count: notice?.left.length ?? 0,
				matches: notice?.matches ?? null,
				of: notice?.of ?? null,
			})),
		},
	});
