import type { AnswerOf } from '@sw/contract/base/define';
import type { inbox as calls, MessageHead } from '@sw/contract/inbox/inbox';
import type { CallerAccount } from '@sw/domain/access/caller';
import { toConditions } from '@sw/domain/filters/entries';
import { copyGroups } from '@sw/domain/filters/groups';
import { toRowGroups } from '@sw/domain/filters/industries';
import type { AnnouncementStatus } from '@sw/domain/inbox/announcement';
import { type DeliverySettings, formatMinuteOfDay, type StoppedChannel } from '@sw/domain/inbox/delivery';
import { changeSummary, type FeedAddress } from '@sw/domain/inbox/feed';
import {
	type FilterAlert,
	type Message,
	type MessageKind,
	type MessageSearch,
	type NamedWheel,
	type ReportVersionId,
	UNDO_LIFE,
} from '@sw/domain/inbox/message';
import { explainLeaving, NOT_IN_REPORT } from '@sw/domain/inbox/why-left';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { defaultSortColumn } from '@sw/domain/reports/list/list-columns';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import { computeRowRate, rankPage } from '@sw/domain/reports/list/ranking';
import { rowOfTicker } from '@sw/domain/reports/list/row-mask';
import { timeframeNames, visibleTimeframes } from '@sw/domain/reports/present';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { utcMs } from '@sw/domain/time/units';
import { createTableSymbols } from '../../market/window/directory.ts';
import { notFound } from '../../platform/errors.ts';
import type { HotReport } from '../../reports/hot-reports.ts';
import { createCards, type PricedReport } from '../cards.ts';
import type { AlertReadingParts, InboxParts } from './ports.ts';

type FilterAlertAnswer = NonNullable<AnswerOf<typeof calls.message>['notice']>;

type AlertCard = FilterAlertAnswer['entered'][number];

/** Maximum cards in each list of a response. */
const MAX_CARDS = 60;

const NO_MESSAGE = 'Message not found';

/** Lets accounts read and change their inbox. 404 for messages of other accounts. */
export function createMessages(parts: InboxParts) {
	const { records, clock, loadLists, directory } = parts;
	const presentAlert = createAlertPresenter(parts);

	const createHeadPresenter = async (userId: string): Promise<(message: Message) => MessageHead> => {
		const ownLists = await loadLists(userId);
		return (message) => presentMessageHead(message, (id) => ownLists.filter(id)?.userId === userId);
	};

	const change = async (userId: string, id: number, changes: { read?: boolean | undefined; deleted?: boolean | undefined }) => {
		const now = clock.now();
		const message = await records.changeMessage(userId, id, changes, { now, since: utcMs(now - UNDO_LIFE) });
		if (!message) throw notFound(NO_MESSAGE);
		return message;
	};

	return {
		list: async (
			{ id: userId, licence }: CallerAccount,
			{ q, ...searchQuery }: MessageSearch,
			page: { skip: number; max: number },
		): Promise<AnswerOf<typeof calls.messages>> => {
			const now = clock.now();
			await records.addAnnouncements(userId, licence, now);
			const searchText = q?.trim() || undefined;
			const search = { ...searchQuery, q: searchText, tickerId: searchText === undefined ? undefined : directory.bySymbol(searchText)?.id };
			const [{ items, total }, unreadCount, presentHead] = await Promise.all([
				records.listMessages(userId, search, { ...page, now }),
				records.unreadMessages(userId, now),
				createHeadPresenter(userId),
			]);
			return { items: items.map(presentHead), total_count: total, unread_count: unreadCount };
		},

		countUnread: async ({ id: userId, licence }: CallerAccount): Promise<{ count: number }> => {
			const now = clock.now();
			await records.addAnnouncements(userId, licence, now);
			return { count: await records.unreadMessages(userId, now) };
		},

		read: async (account: CallerAccount, id: number): Promise<AnswerOf<typeof calls.message>> => {
			const message = await records.messageById(account.id, id, clock.now());
			if (!message) throw notFound(NO_MESSAGE);
			const ownLists = await loadLists(account.id);
			const { notice: alert, written } = message;
			return {
				...(await createHeadPresenter(account.id))(message),
				text: written?.text ?? null,
				link: written?.link ?? null,
				wheel: written?.wheel ? presentWheel(written.wheel) : null,
				notice: alert && (await presentAlert(alert, account, ownLists.favorites)),
			};
		},

		change: async ({ id: userId }: CallerAccount, id: number, changes: { read?: boolean | undefined; deleted?: false | undefined }) =>
			(await createHeadPresenter(userId))(await change(userId, id, changes)),

		remove: async ({ id: userId }: CallerAccount, id: number): Promise<void> => {
			await change(userId, id, { deleted: true });
		},

		markAllRead: async ({ id: userId }: CallerAccount, kind: MessageKind | undefined): Promise<{ changed: number }> => ({
			changed: await records.readMessages(userId, kind, clock.now()),
		}),
	};
}

/** Presents a filter alert with cards from the reports that it was created from. */
function createAlertPresenter({ reports, directory, prices, pricesAt, parameters, readVersion }: AlertReadingParts) {
	const { symbolOf, ranksOf } = createTableSymbols(directory);
	const presentCard = createCards({ directory, prices, parameters }, symbolOf);

	const readReport = async (versionId: ReportVersionId): Promise<HotReport | undefined> => {
		const facts = reports.at(versionId.time);
		if (!facts || facts.version !== versionId.version) return readVersion(versionId);
		const table = await reports.table(facts);
		return table && { facts, table };
	};
	const readPricedReport = async (versionId: ReportVersionId): Promise<PricedReport | undefined> => {
		const report = await readReport(versionId);
		return report && { ...report, prices: await pricesAt(report.facts.asOf) };
	};

	return async (alert: FilterAlert, { licence }: CallerAccount, favorites: ReadonlySet<number>): Promise<FilterAlertAnswer | null> => {
		const report = await readPricedReport(alert.report);
		if (!report) return null;
		const { table } = report;
		const strategy = strategyNamed(alert.strategy);
		const question: ListQuestion = {
			tab: alert.tab,
			operation: alert.operation,
			strategy,
			conditions: toConditions(alert.entries),
			groups: toRowGroups(alert.groups, directory.industries()),
		};
		const sentIds = alert.sent === null ? undefined : new Set(alert.sent);
		const createCard = (pricedReport: PricedReport, row: number, rate: number, why: string | null): AlertCard => {
			const card = presentCard(pricedReport, question, row, rate);
			const isSent = why === null && (sentIds?.has(card.ticker_id) ?? true);
			return { ...card, favorite: favorites.has(card.ticker_id), why, notified: isSent };
		};

		const enteredPage = rankPage(
			table,
			ranksOf(table),
			// These tickers matched when the alert was created, but their industry can have changed.
			{ ...question, groups: undefined, sortColumn: defaultSortColumn(question.tab), only: new Set(alert.entered) },
			parameters,
			{
				skip: 0,
				max: MAX_CARDS,
			},
		);
		const leftIds = alert.left.slice(0, MAX_CARDS);
		// The previous report is only read if this one lacks a ticker.
		const previousReport = leftIds.some((id) => rowOfTicker(table, id) === -1) ? await readPricedReport(alert.since) : undefined;
		const leftCards = leftIds.flatMap((id): AlertCard[] => {
			const row = rowOfTicker(table, id);
			if (row !== -1)
				return [
					createCard(
						report,
						row,
						computeRowRate(table, row, question, parameters),
						explainLeaving(table, row, alert, directory.industries(), parameters),
					),
				];
			const previousRow = previousReport ? rowOfTicker(previousReport.table, id) : -1;
			return previousReport && previousRow !== -1
				? [createCard(previousReport, previousRow, computeRowRate(previousReport.table, previousRow, question, parameters), NOT_IN_REPORT)]
				: [];
		});
		return {
			report: isoSeconds(alert.report.time),
			version: alert.report.version,
			since: isoSeconds(alert.since.time),
			open: isOpenTo(licence, report.facts, report.facts.first),
			tab_type: alert.tab,
			timeframes: timeframeNames(visibleTimeframes(strategy)),
			operation: alert.operation,
			filters: [...alert.entries],
			groups: copyGroups(alert.groups),
			entered: Array.from(enteredPage.rows, (row, i) => createCard(report, row, enteredPage.rates[i]!, null)),
			left: leftCards.sort((a, b) => b.weighted_sum - a.weighted_sum || (a.ticker < b.ticker ? -1 : 1)),
			matches: alert.matches,
			matched_before: alert.before,
			of: alert.of,
		};
	};
}

/** Maximum characters of a text in a list. */
const MAX_SUMMARY_LENGTH = 120;

/** `hasFilter`: whether the message's owner still has the filter. */
export function presentMessageHead(message: Message, hasFilter: (id: number) => boolean): MessageHead {
	const { id, kind, subject, createdAt, readAt, notice: alert, written } = message;
	return {
		id,
		kind,
		subject,
		summary: alert ? changeSummary(alert.entered.length, alert.left.length) : summarize(written?.text ?? ''),
		created: isoSeconds(createdAt),
		read: readAt !== null,
		filter: alert && hasFilter(alert.filterId) ? alert.filterId : null,
		report: alert ? isoSeconds(alert.report.time) : null,
		entered: alert?.entered.length ?? 0,
		left: alert?.left.length ?? 0,
	};
}

function summarize(text: string): string {
	const line = text.split(/\s+/).join(' ').trim();
	return line.length <= MAX_SUMMARY_LENGTH ? line : `${line.slice(0, MAX_SUMMARY_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
}

function presentWheel({ tickerId, time, tab, strategy }: NamedWheel): NonNullable<AnswerOf<typeof calls.message>['wheel']> {
	return {
		ticker_id: tickerId,
		report: isoSeconds(time),
		tab_type: tab,
		timeframes: strategyNamed(strategy).rated.map((index) => TIMEFRAMES[index].name),
	};
}

export function presentAnnouncement({ createdAt, endsAt, ...otherFields }: AnnouncementStatus) {
	return {
		...otherFields,
		created: isoSeconds(createdAt),
		ends: isoSeconds(endsAt),
	};
}

export function presentDelivery(
	{ when, quiet, zone, mostADay, coolDown, onlyFavourites, channels }: DeliverySettings,
	stoppedChannels: readonly StoppedChannel[],
	feedAddresses: readonly FeedAddress[],
): AnswerOf<typeof calls.deliverySettings> {
	return {
		when,
		quiet: { on: quiet.on, from: formatMinuteOfDay(quiet.from), to: formatMinuteOfDay(quiet.to) },
		zone,
		most_a_day: mostADay,
		cool_down: coolDown,
		only_favourites: onlyFavourites,
		...channels,
		stopped: stoppedChannels.map(({ channel, why, since }) => ({ channel, why, since: isoSeconds(since) })),
		addresses: feedAddresses.map(({ filterId, createdAt }) => ({ filter: filterId, created: isoSeconds(createdAt) })),
	};
}
