import { licenceAt } from '@sw/domain/access/account';
import { type FrozenEntry, hiddenIds } from '@sw/domain/filters/frozen';
import type { Industries } from '@sw/domain/filters/industries';
import { CHANNELS, type Channel } from '@sw/domain/inbox/delivery';
import { type ComparedReports, createAlertFactory, createAlertListFactory, isWorthSending } from '@sw/domain/inbox/filter-alert';
import { createListChanges, type ListTable } from '@sw/domain/inbox/list-changes';
import type { ReportVersionId } from '@sw/domain/inbox/message';
import {
	type AlertOwner,
	type DayOfUser,
	type DeliveriesToday,
	type DeliveryPlan,
	type DigestTimes,
	type FilterWithAlerts,
	type NewAlert,
	type PlannedDelivery,
	planDelivery,
} from '@sw/domain/inbox/plan-delivery';
import type { Licence } from '@sw/domain/reports/licence';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { dayRangeIn } from '@sw/domain/time/any-zone';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import type { AlertRecords } from './ports.ts';

/** Owners per chunk. The alerts of a chunk are written in one transaction. */
const OWNERS_PER_CHUNK = 1_000;
/** Number of chunks processed concurrently. */
const LANE_COUNT = 2;
/** Milliseconds of work after which other tasks get a turn. */
const TIME_SLICE_MS = 4;

/** The compared reports that a licence opens, with the columns that lists need. */
export interface OpenedReports extends ComparedReports {
	/** Reports before the two compared ones, within the longest cool-down, newest first. */
	readonly earlier: readonly ListTable[];
}

/** Opened reports with all columns, for alerts on tickers. */
export interface FullReports extends OpenedReports {
	readonly now: ReportTable;
	readonly before: ReportTable;
}

/** A report with everything needed to create its alerts. Plain data, so that it can be sent to a worker. */
export interface OwnerAlertInput<Opened extends OpenedReports = OpenedReports> {
	readonly report: ReportVersionId;
	/** By licence, for each licence that opens the report. */
	readonly reportsByLicence: ReadonlyMap<Licence, Opened>;
	readonly planning: Planning;
	readonly parameters: ParameterSet;
	readonly industries: Industries;
}

export interface OwnerAlertParts {
	readonly records: AlertRecords;
	/** Clock for time slices, in milliseconds. */
	readonly elapsedMs: () => number;
	/** Lets other tasks run. */
	readonly yieldTurn: () => Promise<void>;
}

/** Writes the alerts of a report and returns their number. Alerts written before an abort are kept. */
export type NotifyOwners = (input: OwnerAlertInput, signal: AbortSignal) => Promise<number>;

interface Chunk {
	owners: readonly AlertOwner[];
	filters: readonly FilterWithAlerts[];
	freezesByUser: Map<string, FrozenEntry[]>;
	favouritesByUser: Map<string, Set<number>>;
	plans: ReturnType<typeof createPlans>;
}

const NO_TICKERS: ReadonlySet<number> = new Set();

/** Creates one message for each filter with alerts whose list a report changed. */
export function createOwnerAlerts({ records, elapsedMs, yieldTurn }: OwnerAlertParts): NotifyOwners {
	return async (input, signal) => {
		const { report, planning } = input;
		const { now } = planning;
		// If the market clock is in the past, freezes end by that clock.
		const freezeNow = utcMs(Math.min(now, report.time));
		const alertBuilders = createAlertBuilders(input);
		const listFor = createAlertListFactory(input.industries);

		const readChunk = async (owners: readonly AlertOwner[]): Promise<Chunk> => {
			const ids = owners.map(({ id }) => id);
			const favouritesOnlyIds = owners.filter(({ settings }) => settings.onlyFavourites).map(({ id }) => id);
			const plans = createPlans(planning);
			const days = plans.getCurrentDays(owners);
			const [filters, freezes, favourites, counts] = await Promise.all([
				records.filtersWithAlerts(ids),
				records.frozenOfUsers(ids, freezeNow),
				favouritesOnlyIds.length === 0 ? [] : records.favouritesOfUsers(favouritesOnlyIds),
				days.length === 0 ? [] : records.deliveriesToday(days),
			]);
			plans.recordDeliveryCounts(counts);
			const favouritesByOwner = new Map(favouritesOnlyIds.map((id) => [id, new Set<number>()]));
			for (const { userId, tickerIds } of favourites) favouritesByOwner.set(userId, new Set(tickerIds));
			return { owners, filters, freezesByUser: Map.groupBy(freezes, ({ userId }) => userId), favouritesByUser: favouritesByOwner, plans };
		};

		/** Builds the alerts of a chunk. Lets other tasks run after each time slice. */
		const buildAlerts = async (chunk: Chunk): Promise<NewAlert[]> => {
			const ownersById = new Map(chunk.owners.map((owner) => [owner.id, owner]));
			const alerts: NewAlert[] = [];
			let sliceStart = elapsedMs();
			for (const filter of chunk.filters) {
				if (elapsedMs() - sliceStart > TIME_SLICE_MS) {
					await yieldTurn();
					sliceStart = elapsedMs();
				}
				const { id, userId, name, tab } = filter;
				const owner = ownersById.get(userId);
				const licence = owner && licenceAt(owner.account, now);
				const buildAlert = licence && alertBuilders.get(licence);
				if (!owner || !buildAlert) continue;
				const ownerFreezes = chunk.freezesByUser.get(userId);
				const hiddenTickers = ownerFreezes === undefined ? NO_TICKERS : hiddenIds(ownerFreezes, { tab, filterId: id }, freezeNow);
				const { coolDown } = owner.settings;
				const alert = buildAlert(listFor(filter), {
					hidden: hiddenTickers,
					coolDown,
					favourites: chunk.favouritesByUser.get(userId) ?? null,
				});
				if (alert) alerts.push({ userId, filterId: id, name, alert });
			}
			return alerts;
		};

		let messageCount = 0;
		let isFinished = false;
		let lastOwnerId: Promise<string | null> = Promise.resolve(null);
		const readNextChunk = async (): Promise<Chunk | undefined> => {
			const previousOwnerId = lastOwnerId;
			const owners = previousOwnerId.then((previousId) => (isFinished ? [] : records.alertOwners(previousId, OWNERS_PER_CHUNK)));
			lastOwnerId = owners.then((batch) => batch.at(-1)?.id ?? null);
			// Avoids an unhandled rejection: the failure is reported to the code that awaits `owners`.
			lastOwnerId.catch(() => {});
			const batch = await owners;
			if (batch.length < OWNERS_PER_CHUNK) isFinished = true;
			return batch.length === 0 ? undefined : readChunk(batch);
		};
		/** Processes one chunk after another. Lanes run concurrently: while one waits for the database, another uses the processor. */
		const runLane = async (): Promise<void> => {
			try {
				for (let chunk = await readNextChunk(); chunk; chunk = await readNextChunk()) {
					signal.throwIfAborted();
					const alerts = await buildAlerts(chunk);
					if (alerts.length === 0) continue;
					const recipients = new Set(alerts.filter(({ alert }) => isWorthSending(alert)).map(({ userId }) => userId));
					const writtenCount = await records.writeAlerts(report, alerts, chunk.plans.planDeliveries(chunk.owners, recipients), now);
					// Added after the await, because other lanes change `messageCount` in the meantime.
					messageCount += writtenCount;
				}
			} finally {
				isFinished = true;
			}
		};
		const results = await Promise.allSettled(Array.from({ length: LANE_COUNT }, runLane));
		for (const result of results) if (result.status === 'rejected') throw result.reason;
		return messageCount;
	};
}

/** Creates the alert builder of each licence. Licences that open the same reports share one. */
function createAlertBuilders({ reportsByLicence, parameters }: OwnerAlertInput) {
	const builders: { readonly reports: OpenedReports; readonly buildAlert: ReturnType<typeof createAlertFactory> }[] = [];
	return new Map(
		[...reportsByLicence].map(([licence, reports]) => {
			const existing = builders.find(
				(builder) =>
					builder.reports.before === reports.before &&
					builder.reports.earlier.length === reports.earlier.length &&
					builder.reports.earlier.every((one, i) => one === reports.earlier[i]),
			);
			const buildAlert =
				existing?.buildAlert ??
				createAlertFactory(reports, createListChanges(reports.before, reports.now, reports.earlier, parameters), parameters);
			if (!existing) builders.push({ reports, buildAlert });
			return [licence, buildAlert];
		}),
	);
}

interface Planning {
	/** The wall clock. */
	readonly now: UtcMs;
	/** Null if the market clock doesn't run. */
	readonly market: DigestTimes | null;
}

type Owner = Pick<AlertOwner, 'id' | 'settings'>;

/** Plans when new messages are delivered on each channel of an account. */
export function createPlans({ now, market }: Planning) {
	const dayRangeByZone = new Map<string, { from: UtcMs; to: UtcMs }>();
	const deliveryCounts = new Map<string, number>();
	const dayRangeOf = (zone: string): { from: UtcMs; to: UtcMs } => {
		const dayRange = dayRangeByZone.get(zone) ?? dayRangeIn(zone, now);
		dayRangeByZone.set(zone, dayRange);
		return dayRange;
	};
	// Cached by settings: time zones are slow with Intl, and most accounts have the default settings.
	const plans = new Map<string, DeliveryPlan>();
	const planOf = ({ when, quiet, zone, mostADay }: Owner['settings'], deliveredToday: number): DeliveryPlan => {
		const preferences = { when, quiet, zone, mostADay };
		const key = JSON.stringify([preferences, deliveredToday]);
		const plan = plans.get(key) ?? planDelivery(preferences, { now, market, today: deliveredToday, tomorrow: dayRangeOf(zone).to });
		plans.set(key, plan);
		return plan;
	};
	return {
		/** Returns the current day of each owner who has a channel, in the owner's time zone. Pass the deliveries of these days to `recordDeliveryCounts`. */
		getCurrentDays: (owners: readonly Owner[]): DayOfUser[] =>
			owners.flatMap((owner) => (channelsOf(owner).length > 0 ? [{ userId: owner.id, ...dayRangeOf(owner.settings.zone) }] : [])),

		recordDeliveryCounts: (rows: readonly DeliveriesToday[]): void => {
			for (const { userId, channel, count } of rows) deliveryCounts.set(keyOf(userId, channel), count);
		},

		planDeliveries: (owners: readonly Owner[], recipients: ReadonlySet<string>): PlannedDelivery[] =>
			owners
				.filter(({ id }) => recipients.has(id))
				.flatMap((owner) => {
					const { settings, id: userId } = owner;
					return channelsOf(owner).map((channel) => {
						const deliveredToday = deliveryCounts.get(keyOf(userId, channel)) ?? 0;
						return { userId, channel, ...planOf(settings, deliveredToday) };
					});
				}),
	};
}

function channelsOf({ settings }: Owner): Channel[] {
	return CHANNELS.filter((channel) => settings.channels[channel]);
}

function keyOf(userId: string, channel: Channel): string {
	return `${userId} ${channel}`;
}
