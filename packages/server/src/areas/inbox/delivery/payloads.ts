import { type FilterDocument, toFilterDocument } from '@sw/contract/filters/filter-document';
import { copyGroups } from '@sw/domain/filters/groups';
import type { AlertQuestion } from '@sw/domain/inbox/message';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { AlertMailParts } from './alert-mail.ts';
import {
	countEntered,
	type DeliveryContent,
	formatBatchTitle,
	formatEnteredSymbols,
	formatSymbols,
	formatTitle,
} from './delivery-content.ts';

/** Maximum tickers per list of a message. */
const MAX_TICKERS = 1_000;

/** Builds the body of a webhook request, in the format of Standard Webhooks: type, time and data. */
export function createWebhookBody(
	type: 'notices' | 'trial',
	{ id, createdAt }: { id: string; createdAt: number },
	contents: readonly DeliveryContent[],
	{ origin, label }: AlertMailParts,
): string {
	return JSON.stringify({
		type,
		timestamp: isoSeconds(createdAt),
		data: {
			id,
			simulated: label !== null,
			messages: contents.map(({ id: messageId, kind, subject, createdAt: created, path, alert, text }) => ({
				id: messageId,
				kind,
				subject,
				created: isoSeconds(created),
				url: `${origin}${path}`,
				text,
				filter: alert?.filterId ?? null,
				filter_document: alert ? toAlertDocument(subject, alert.question) : null,
				report: alert ? { time: isoSeconds(alert.report.time), version: alert.report.version } : null,
				entered: alert?.entered.slice(0, MAX_TICKERS) ?? [],
				entered_again: alert?.otherEntered.slice(0, MAX_TICKERS) ?? [],
				left: alert?.left.slice(0, MAX_TICKERS) ?? [],
				with_filing: alert?.withFiling.slice(0, MAX_TICKERS) ?? [],
				without_filing: alert?.withoutFiling.slice(0, MAX_TICKERS) ?? [],
				entered_count: alert ? countEntered(alert) : 0,
				left_count: alert?.left.length ?? 0,
				matches: alert?.matches ?? null,
				of: alert?.total ?? null,
			})),
		},
	});
}

/** Returns the filter's settings at the time of the alert, in the format of the filter calls. */
function toAlertDocument(name: string, { tab, strategy, entries, groups, operation }: AlertQuestion): FilterDocument {
	return toFilterDocument({
		...{ name, tab, operation },
		timeframes: strategyNamed(strategy).rated.map((index) => TIMEFRAMES[index].name),
		filters: [...entries],
		groups: copyGroups(groups),
	});
}

/** Shown by the service worker; see `packages/web/src/features/consent/worker-push.ts`. */
interface PushPayload {
	/** Id of the delivery. It is the same for each attempt, so that the message is shown once. */
	readonly id: string;
	readonly title: string;
	readonly body: string;
	/** Path on this site to open on click. */
	readonly path: string;
}

/** Maximum characters. Screens show fewer, and the payload must stay far below the limit of push services. */
const [MAX_TITLE_LENGTH, MAX_BODY_LENGTH] = [80, 200];
const MAX_PUSHED_TICKERS = 8;

export function createPushPayload(id: string, contents: readonly DeliveryContent[], label: string | null): PushPayload {
	const [first] = contents;
	const isSingle = first !== undefined && contents.length === 1;
	const body = isSingle ? formatBody(first) : contents.map(formatTitle).join(' · ');
	return {
		id,
		title: truncate(isSingle ? formatTitle(first) : formatBatchTitle(contents), MAX_TITLE_LENGTH),
		body: truncate(label === null ? body : `${label} · ${body}`, MAX_BODY_LENGTH),
		path: isSingle ? first.path : '/messages',
	};
}

function formatBody({ alert, text }: DeliveryContent): string {
	return alert === null ? (text ?? '') : formatSymbols(formatEnteredSymbols(alert), MAX_PUSHED_TICKERS);
}

function truncate(text: string, maxLength: number): string {
	const characters = [...text];
	return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
