/** Converts internal shapes to those of the API. Pure. */
import type { AnswerOf } from '@sw/contract/base/define';
import type { inbox as calls, MessageHead } from '@sw/contract/inbox/inbox';
import type { AnnouncementStatus } from '@sw/domain/inbox/announcement';
import { changeSummary } from '@sw/domain/inbox/change-summary';
import { type DeliverySettings, dayClock, type StoppedChannel } from '@sw/domain/inbox/delivery';
import type { FeedAddress } from '@sw/domain/inbox/feed';
import type { Message, NamedWheel } from '@sw/domain/inbox/message';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';

/** Most characters of a text in a list. */
const SUMMARY = 120;

/** `hasFilter`: whether the owner still has the filter. */
export function presentMessageHead(message: Message, hasFilter: (id: number) => boolean): MessageHead {
	const { id, kind, subject, createdAt, readAt, notice: alert, written } = message;
	return {
		id,
		kind,
		subject,
		summary: alert ? changeSummary(alert.entered.length, alert.left.length) : firstWords(written?.text ?? ''),
		created: isoSeconds(createdAt),
		read: readAt !== null,
		filter: alert && hasFilter(alert.filterId) ? alert.filterId : null,
		report: alert ? isoSeconds(alert.report.time) : null,
		entered: alert?.entered.length ?? 0,
		left: alert?.left.length ?? 0,
	};
}

function firstWords(text: string): string {
	const line = text.split(/\s+/).join(' ').trim();
	return line.length <= SUMMARY ? line : `${line.slice(0, SUMMARY - 1).replace(/\s+\S*$/, '')}…`;
}

export function presentWheel({ tickerId, time, tab, strategy }: NamedWheel): NonNullable<AnswerOf<typeof calls.message>['wheel']> {
	return {
		ticker_id: tickerId,
		report: isoSeconds(time),
		tab_type: tab,
		timeframes: strategyNamed(strategy).slots.map((slot) => TIMEFRAMES[slot].name),
	};
}

export function presentAnnouncement({ createdAt, endsAt, ...rest }: AnnouncementStatus) {
	return {
		...rest,
		created: isoSeconds(createdAt),
		ends: isoSeconds(endsAt),
	};
}

export function presentDelivery(
	{ when, quiet, zone, mostADay, coolDown, onlyFavourites, channels }: DeliverySettings,
	stopped: readonly StoppedChannel[],
	addresses: readonly FeedAddress[],
): AnswerOf<typeof calls.deliverySettings> {
	return {
		when,
		quiet: { on: quiet.on, from: dayClock(quiet.from), to: dayClock(quiet.to) },
		zone,
		most_a_day: mostADay,
		cool_down: coolDown,
		only_favourites: onlyFavourites,
		...channels,
		stopped: stopped.map(({ channel, why, since }) => ({ channel, why, since: isoSeconds(since) })),
		addresses: addresses.map(({ filterId, createdAt }) => ({ filter: filterId, created: isoSeconds(createdAt) })),
	};
}
