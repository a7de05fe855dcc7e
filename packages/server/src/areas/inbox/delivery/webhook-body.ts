import { isoSeconds } from '@sw/domain/time/format';
import type { LetterParts } from './notice-letter.ts';
import type { Told } from './told.ts';

/** Tickers of one message in one post. */
const MOST_TICKERS = 1_000;

/** As Standard Webhooks has it: a type, a time, and the data. */
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
				report: notice ? { time: isoSeconds(notice.report.time), version: notice.report.version } : null,
				entered: notice?.entered.slice(0, MOST_TICKERS) ?? [],
				left: notice?.left.slice(0, MOST_TICKERS) ?? [],
				entered_count: notice?.entered.length ?? 0,
				left_count: notice?.left.length ?? 0,
				matches: notice?.matches ?? null,
				of: notice?.of ?? null,
			})),
		},
	});
