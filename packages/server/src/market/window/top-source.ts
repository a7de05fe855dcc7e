import { setImmediate } from 'node:timers/promises';
import { REGULAR } from '@sw/domain/prices/blocks';
import { computeUsualVolumes, type ExtendedPart, PART_SLOTS, selectPreviousSessions } from '@sw/domain/prices/extended-volumes';
import { TOP_INTERVALS, type TopInterval } from '@sw/domain/prices/top-lists';
import { addTopBar, addTopSlots, createTopColumns, type TopBar, type TopColumns, type TopSpan, topSpan } from '@sw/domain/prices/tops';
import { expectedShare } from '@sw/domain/signals/engine/clock';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { median } from '@sw/domain/statistics/median';
import type { Calendar } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { ExchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import type { Directory } from './directory.ts';
import type { DailyColumns, PriceWindow, WindowSession } from './price-window.ts';

export interface TopState {
	readonly columns: TopColumns;
	readonly span: TopSpan;
	/** Number of sessions that the usual volume is based on. */
	readonly usualSessions: number;
}

/** Computes the columns of top tables. */
export interface TopSource {
	/** Computes the state at an instant (UTC milliseconds). Undefined before the first session, or if slots of the interval are no longer in memory. */
	stateAt(interval: TopInterval, ms: number): TopState | undefined;
	/** Computes every interval in advance, one after another, yielding to other work in between. */
	warm(ms: number): Promise<void>;
}

const CACHED_STATES = 40;
const CACHED_VOLUMES = 8;

/** Usual volumes. `sessions`: number of sessions that they are based on, all before a span. `day`: usual shares per day, by row. */
interface UsualVolumes {
	readonly sessions: number;
	readonly day: Float64Array;
}

/** A session by row. `close`: NaN if the row did not trade. `ratios`: new shares per old share, by splits after the session. */
interface TradedDay {
	readonly close: ArrayLike<number>;
	readonly volume: ArrayLike<number>;
	readonly ratios: ArrayLike<number> | undefined;
}

/** Computes the columns from the window, once for each interval and instant. */
export function createTopSource(window: PriceWindow, directory: Directory, calendar: Calendar): TopSource {
	const states = createAnswerCache<string, TopState>({ max: CACHED_STATES });
	/** Last result of each interval: nearly all readers of a quarter-hour request the same instant. */
	const newestStates = new Map<TopInterval, { ms: number; version: number; state: TopState | undefined }>();
	const usualVolumes = createAnswerCache<string, UsualVolumes>({ max: CACHED_VOLUMES });

	/** Computes the usual volumes from the complete sessions before a span, as in the wheel. The span itself and later sessions are excluded. */
	const findUsualVolumes = (from: number): UsualVolumes => {
		const spanIndex = window.sessions.findIndex(({ session }) => session.close > from);
		const first = spanIndex === -1 ? window.sessions.length : spanIndex;
		const previousSessions = window.sessions
			.map((entry, index) => ({ entry, index }))
			.slice(Math.max(0, first - PARAMETERS_V1.daily.sessions), first)
			.filter(({ entry }) => entry.elapsed === entry.session.slots);
		// Volumes are on the share basis of the newest session, so the key contains its date.
		const basis = window.sessions.at(-1)?.session.date;
		const key = `${window.id} ${previousSessions[0]?.entry.session.date} ${previousSessions.at(-1)?.entry.session.date} ${basis}`;
		const cached = usualVolumes.get(key);
		if (cached) return cached;
		const days = previousSessions.flatMap(({ entry: { day }, index }) => (day ? [{ ...day, ratios: window.splitRatios(index) }] : []));
		const volumes = { sessions: days.length, day: computeMedianVolumes(days, window.rows, PARAMETERS_V1.daily.least) };
		usualVolumes.set(key, volumes);
		return volumes;
	};

	/** Adds the usual volume of slots [first, end) of a session. */
	const addUsualRegular = (
		columns: TopColumns,
		{ session }: WindowSession,
		{ first, end }: { first: number; end: number },
		usual: UsualVolumes,
	): void => {
		const fraction = expectedShare(PARAMETERS_V1.volumeShare, first, end, session.slots);
		for (let row = 0; row < window.rows; row++) {
			columns.usualVolume[row] = columns.usualVolume[row]! + usual.day[row]! * fraction;
		}
	};

	const addDay = (columns: TopColumns, day: DailyColumns, end: number, ratios: Float64Array | undefined): void => {
		const bar: TopBar = { open: 0, high: 0, low: 0, close: 0, shares: 0, end };
		for (let row = 0; row < window.rows; row++) {
			bar.close = day.close[row]!;
			if (Number.isNaN(bar.close)) continue;
			bar.open = day.open[row]!;
			bar.high = day.high[row]!;
			bar.low = day.low[row]!;
			bar.shares = day.volume[row]!;
			addTopBar(columns, row, bar, ratios?.[row] ?? 1);
		}
	};

	/** Adds the regular sessions of the span. Returns how many sessions the usual volume is based on; undefined if a part of the span isn't in memory. */
	const addRegular = (columns: TopColumns, span: TopSpan): number | undefined => {
		let isCovered = true;
		const usual = findUsualVolumes(span.from);
		window.sessions.forEach((entry, index) => {
			const { first, end } = findSlots(entry, span);
			if (end <= first) return;
			const ratios = window.splitRatios(index);
			const isFullSession = first === 0 && end === entry.session.slots;
			if (isFullSession && entry.day) addDay(columns, entry.day, entry.session.close, ratios);
			else if (entry.matrix) addTopSlots(columns, entry.matrix, entry.session.open, first, end, ratios);
			else {
				isCovered = false;
				return;
			}
			addUsualRegular(columns, entry, { first, end }, usual);
		});
		return isCovered ? usual.sessions : undefined;
	};

	/** Returns each row's new shares per old share, by splits after the session of a date. */
	const ratiosSince = (date: ExchangeDate): Float64Array | undefined =>
		window.splitRatios(window.sessions.findLastIndex(({ session }) => session.date <= date));

	/** Sets the usual volume from the start of an extended part to the end of the span. Returns how many sessions it is based on. */
	const setUsualExtended = (columns: TopColumns, part: ExtendedPart, { from, to }: TopSpan): number => {
		const session = calendar.sessionOn(newYorkDate(from));
		if (!session) return 0;
		const previousVolumes = selectPreviousSessions(window.volumes, part, session).map((volumes) => ({
			...volumes,
			ratios: ratiosSince(volumes.session.date),
		}));
		const slots = Math.min(PART_SLOTS[part], Math.ceil((to - from) / SLOT_MS));
		const listingDates = directory.tickers.map((ticker) => ticker.listed);
		columns.usualVolume.set(computeUsualVolumes(previousVolumes, slots, listingDates));
		return previousVolumes.length;
	};

	const addExtended = (columns: TopColumns, span: TopSpan): void => {
		const ratios = ratiosSince(newYorkDate(span.from));
		const bar: TopBar = { open: 0, high: 0, low: 0, close: 0, shares: 0, end: 0 };
		for (const block of window.extended) {
			for (let i = 0; i < block.count; i++) {
				const start = block.time[i]! * 1000;
				if (block.session[i] !== span.session || start < span.from || start >= span.to) continue;
				const row = directory.rowOf(block.tickerId[i]!);
				if (row === -1) continue;
				bar.open = block.open[i]!;
				bar.high = block.high[i]!;
				bar.low = block.low[i]!;
				bar.close = block.close[i]!;
				bar.shares = block.volume[i]!;
				bar.end = start + SLOT_MS;
				addTopBar(columns, row, bar, ratios?.[row] ?? 1);
			}
		}
	};

	/** Sets each row's last regular close before the span. */
	const setBase = (columns: TopColumns, from: number): void => {
		let missingCount = columns.rows;
		for (let index = window.sessions.length - 1; index >= 0 && missingCount > 0; index--) {
			const entry = window.sessions[index] as WindowSession;
			if (entry.session.open >= from) continue;
			const end = Math.min(entry.elapsed, Math.ceil((from - entry.session.open) / SLOT_MS));
			const ratios = window.splitRatios(index);
			for (let row = 0; row < columns.rows; row++) {
				if (!Number.isNaN(columns.base[row]!)) continue;
				const close = findCloseBefore(entry, row, end);
				if (Number.isNaN(close)) continue;
				columns.base[row] = close / (ratios?.[row] ?? 1);
				missingCount--;
			}
		}
	};

	const computeState = (interval: TopInterval, ms: number): TopState | undefined => {
		const span = topSpan(calendar, interval, ms);
		if (!span) return undefined;
		const key = `${interval} ${span.from} ${span.to} ${window.version()}`;
		const cached = states.get(key);
		if (cached) return cached;
		const columns = createTopColumns(window.rows);
		setBase(columns, span.from);
		if (span.session !== REGULAR) addExtended(columns, span);
		const usualSessions = span.session === REGULAR ? addRegular(columns, span) : setUsualExtended(columns, span.session, span);
		if (usualSessions === undefined) return undefined;
		const state = { columns, span, usualSessions };
		states.set(key, state);
		return state;
	};

	const stateAt: TopSource['stateAt'] = (interval, ms) => {
		const version = window.version();
		const newest = newestStates.get(interval);
		if (newest?.ms === ms && newest.version === version) return newest.state;
		const state = computeState(interval, ms);
		newestStates.set(interval, { ms, version, state });
		return state;
	};
	return {
		stateAt,
		async warm(ms) {
			for (const interval of TOP_INTERVALS) {
				stateAt(interval, ms);
				await setImmediate();
			}
		},
	};
}

/**
 * Computes each row's usual shares per day: the median over `days` (oldest first), as for the volume sector of the wheel (signals.md 1.4). Sessions before a
 * row's first trade do not count; NaN if fewer than `minimum` remain.
 */
export function computeMedianVolumes(days: readonly TradedDay[], rows: number, minimum: number): Float64Array {
	return Float64Array.from({ length: rows }, (_, row) => {
		const first = days.findIndex(({ close }) => !Number.isNaN(close[row]));
		const volumes = first === -1 ? [] : days.slice(first).map(({ volume, ratios }) => volume[row]! * (ratios?.[row] ?? 1));
		return volumes.length < minimum ? Number.NaN : (median(volumes) ?? Number.NaN);
	});
}

/** Finds the elapsed slots [first, end) of a session that are in the span. */
function findSlots({ session, elapsed }: WindowSession, { from, to }: TopSpan): { first: number; end: number } {
	const slotIndexAt = (ms: number): number => Math.ceil((ms - session.open) / SLOT_MS);
	return { first: Math.max(0, slotIndexAt(from)), end: Math.min(elapsed, slotIndexAt(to)) };
}

/** Returns the last close of a row with volume in slots [0, end); NaN if the row did not trade. */
function findCloseBefore({ matrix, day, session }: WindowSession, row: number, end: number): number {
	if (day && end === session.slots) return day.close[row]!;
	if (!matrix) return Number.NaN;
	for (let slot = end - 1; slot >= 0; slot--) {
		const cell = slot * matrix.rows + row;
		if (matrix.volume[cell]! > 0) return matrix.close[cell]!;
	}
	return Number.NaN;
}
