import { REGULAR } from '@sw/domain/prices/blocks';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { type ExchangeDate, SECOND } from '@sw/domain/time/units';
import { dateOfDay, newYorkDate } from '@sw/domain/time/zone';
import { type OpenBackup, openBackup } from '@sw/store/backup/open-backup';
import type { Provider, SessionData } from '../provider.ts';
import { openRecordedMarket } from './recorded-market.ts';

export interface ReplayOptions {
	/** Folder of a backup. */
	folder: string;
	/** First and last session to play live, both inclusive. Default: the last five of the backup. Earlier sessions are history. */
	from: ExchangeDate | null;
	to: ExchangeDate | null;
	calendar: Calendar;
}

/** Thrown if a backup lacks the data for a replay, and when the replay has ended. */
export class ReplayUnavailableError extends Error {}

const LIVE_SESSIONS = 5;
/** Longest closure of the exchange, in days. */
const MAX_CLOSED_DAYS = 7;

/**
 * Replays a market from a backup through the real pipeline, on a market clock: bars appear slot by slot as they did then. Throws ReplayUnavailableError if the
 * backup lacks the data, and BackupError if the folder isn't a backup.
 */
export async function createReplayProvider({ folder, from, to, calendar }: ReplayOptions): Promise<Provider> {
	const backup = await openBackup(folder);
	const days = backup.days('bars');
	const marketName = findMarketName(await backup.records('settings'));
	const sessions = days ? calendar.sessionsBetween(dateOfDay(days.first), await findLastDate(backup, days.last)) : [];
	const lastSession = sessions.findLast(({ date }) => to === null || date <= to);
	const firstSession = from === null ? sessions[Math.max(0, sessions.length - LIVE_SESSIONS)] : sessions.find(({ date }) => date >= from);
	const firstStored = sessions[0];
	if (!firstStored || !firstSession || !lastSession || firstSession.date > lastSession.date)
		throw new ReplayUnavailableError(
			firstStored
				? `${folder} contains sessions from ${firstStored.date} to ${sessions.at(-1)?.date}: use dates in this range.`
				: `${folder} contains no 15-minute bars.`,
		);
	const market = await openRecordedMarket(backup, marketName);
	const daily = backup.days('daily_bars');

	const loadSession = async (session: Session): Promise<SessionData> => {
		if (session.date > lastSession.date) throw new ReplayUnavailableError(`The replay ended with ${lastSession.date}.`);
		const matrix = await market.session(session);
		return {
			session,
			matrix,
			halted: matrix.halted,
			extended: await market.extended(session.open, session.close),
			note: `replay of ${marketName}`,
		};
	};
	/** The current session, cached because its slots are requested one after another. */
	let currentSession: { date: ExchangeDate; data: Promise<SessionData> } | undefined;
	const isInRange = (date: ExchangeDate, rangeStart: ExchangeDate, rangeEnd: ExchangeDate): boolean =>
		date >= rangeStart && date <= rangeEnd;

	return {
		name: 'replay',
		label: `Replay of ${marketName === 'simulated' ? 'the simulated market' : `${marketName}, ${firstSession.date} to ${lastSession.date}`}`,
		simulated: marketName === 'simulated',
		clock: { kind: 'runs', start: firstSession.open },
		includesDelisted: async () => marketName === 'simulated',
		universe: async (asOf) => {
			const today = newYorkDate(asOf);
			if (today > lastSession.date) throw new ReplayUnavailableError(`The replay ended with ${lastSession.date}.`);
			const laterSplits = Map.groupBy(
				market.splits.filter(({ date }) => date > today),
				({ tickerId }) => tickerId,
			);
			return market.tickers.map((ticker) => {
				const ratio = (laterSplits.get(ticker.id) ?? []).reduce((product, split) => product * split.ratio, 1);
				return {
					...ticker,
					shares: ticker.shares === null ? null : ticker.shares / ratio,
					delisted: ticker.delisted !== null && ticker.delisted < today ? ticker.delisted : null,
				};
			});
		},
		history: {
			slotsFrom: firstStored.date,
			dailyFrom: daily ? dateOfDay(Math.min(daily.first, days?.first ?? daily.first)) : firstStored.date,
			session: loadSession,
			daily: (session) => market.daily(session),
		},
		slot: async (session, slot) => {
			if (currentSession?.date !== session.date) currentSession = { date: session.date, data: loadSession(session) };
			const { matrix } = await currentSession.data;
			const slotRange = [slot * matrix.rows, (slot + 1) * matrix.rows] as const;
			return {
				rows: matrix.rows,
				open: matrix.open.subarray(...slotRange),
				high: matrix.high.subarray(...slotRange),
				low: matrix.low.subarray(...slotRange),
				close: matrix.close.subarray(...slotRange),
				volume: matrix.volume.subarray(...slotRange),
				calls: matrix.calls.subarray(...slotRange),
				puts: matrix.puts.subarray(...slotRange),
				halted: matrix.halted?.subarray(...slotRange) ?? null,
			};
		},
		extended: (fromMs, toMs) => market.extended(fromMs, toMs),
		...(backup.days('mentions') ? { mentions: market.mentions } : {}),
		splits: async (rangeStart, rangeEnd) => market.splits.filter(({ date }) => isInRange(date, rangeStart, rangeEnd)),
		dividends: async (rangeStart, rangeEnd) => market.dividends.filter(({ exDate }) => isInRange(exDate, rangeStart, rangeEnd)),
	};
}

/** Finds the date of the last regular bar. The last day (in UTC) can contain only post-market bars of the evening before. */
async function findLastDate(backup: OpenBackup, lastDay: number): Promise<ExchangeDate> {
	let newestSeconds = 0;
	for (const { count, columns } of await backup.series('bars', lastDay - MAX_CLOSED_DAYS, lastDay))
		for (let i = 0; i < count; i++) if (columns.session[i] === REGULAR) newestSeconds = Math.max(newestSeconds, columns.time[i]!);
	return newYorkDate(newestSeconds * SECOND);
}

/** Returns the name of the market that the backed-up data folder belongs to. */
function findMarketName(settings: readonly Readonly<Record<string, unknown>>[]): string {
	return String(settings.find(({ key }) => key === 'market')?.['value'] ?? '');
}
