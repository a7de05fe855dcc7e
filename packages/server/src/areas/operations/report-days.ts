import type { AnswerOf } from '@sw/contract/base/define';
import type { reportDayCalls } from '@sw/contract/operations/operator-health';
import { ALGOS } from '@sw/domain/reports/licence';
import type { DatedSlot } from '@sw/domain/reports/timetable';
import type { Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, exchangeDate, MINUTE, type ReportTime, SECOND, utcMs } from '@sw/domain/time/units';
import { malformed } from '../../platform/errors.ts';
import type { HotReports, ReportFacts } from '../../reports/hot-reports.ts';
import type { Handlers } from '../handlers.ts';
import { determineSlotStates, type HealthDetailParts, type SlotHealth } from './health-detail.ts';

export interface ReportDaysParts extends Pick<HealthDetailParts, 'calendar' | 'expected' | 'published' | 'overdue'> {
	readonly reports: Pick<HotReports, 'between'>;
	/** Time of the first live report; undefined if there is none yet. */
	readonly liveSince: () => Promise<ReportTime | undefined>;
}

type Days = AnswerOf<(typeof reportDayCalls)['reportDays']>;
type Day = AnswerOf<(typeof reportDayCalls)['dayReports']>;

/** Maximum days per request, about two months. A calendar shows one month. */
const MAX_DAYS = 62;
/** The last slot of a day is at most this long after its close. */
const MAX_AFTER_CLOSE_MS = 24 * 60 * MINUTE;

interface SessionReports {
	readonly session: Session;
	readonly slots: readonly (DatedSlot & SlotHealth)[];
	readonly reports: readonly ReportFacts[];
}

export function createReportDaysHandlers(parts: ReportDaysParts) {
	const { calendar, expected, published, overdue, reports, liveSince } = parts;

	/** Reads the reports of each session, and the slots with their states. Reports are in memory, first versions in the database. */
	const readSessions = async (sessions: readonly Session[]): Promise<SessionReports[]> => {
		const [first, last] = [sessions[0], sessions.at(-1)];
		if (!first || !last) return [];
		const slotsOn = await expected(sessions);
		const endTime = utcMs(last.close + MAX_AFTER_CLOSE_MS);
		const firstReportsByAlgo = (await Promise.all(ALGOS.map((algo) => published(first.open, endTime, algo)))).map((firstReports, i) => ({
			algo: ALGOS[i],
			firstReports,
		}));
		const firstLiveTime = await liveSince();
		const factsByDate = Map.groupBy(reports.between(first.open, endTime), ({ time }) => sessionDateOf(sessions, time));
		return sessions.map((session) => {
			const slots = slotsOn(session.date).filter(({ is_use }) => is_use);
			const states = firstReportsByAlgo.flatMap(({ algo, firstReports }) =>
				determineSlotStates(
					slots.filter((slot) => slot.algo === algo).map(({ at }) => at),
					firstReports,
					{ since: firstLiveTime, overdue },
				),
			);
			const stateAt = new Map(states.map((state) => [state.at, state]));
			return {
				session,
				slots: slots.flatMap((slot) => {
					const state = stateAt.get(slot.at);
					return state ? [{ ...slot, ...state }] : [];
				}),
				reports: (factsByDate.get(session.date) ?? []).toReversed(),
			};
		});
	};

	return {
		reportDays: async ({ query: { from, to } }): Promise<Days> => {
			if ((Date.parse(to) - Date.parse(from)) / DAY >= MAX_DAYS) throw malformed('to', `At most ${MAX_DAYS} days.`);
			const sessionReports = await readSessions(calendar.sessionsBetween(exchangeDate(from), exchangeDate(to)));
			return {
				items: sessionReports.map(({ session, slots, reports: storedReports }) => ({
					date: session.date,
					slots: slots.map(({ at, algo, state }) => ({ date: isoSeconds(at), algo, state })),
					reports: storedReports.length,
					corrected: storedReports.filter(({ version }) => version > 1).length,
				})),
			};
		},
		dayReports: async ({ query: { date } }): Promise<Day> => {
			const session = calendar.sessionOn(exchangeDate(date));
			const [day] = session ? await readSessions([session]) : [];
			const reportByTime = new Map((day?.reports ?? []).map((report) => [report.time, report]));
			const slotByTime = new Map((day?.slots ?? []).map((slot) => [slot.at, slot]));
			const times = [...new Set([...slotByTime.keys(), ...reportByTime.keys()])].sort((a, b) => a - b);
			return {
				date,
				items: times.flatMap((time) => {
					const [slot, report] = [slotByTime.get(time), reportByTime.get(time)];
					const reportOrSlot = report ?? slot;
					if (!reportOrSlot) return [];
					return [
						{
							date: isoSeconds(time),
							algo: reportOrSlot.algo,
							report: reportOrSlot.report,
							state: slot?.state ?? null,
							seconds: slot?.lag == null ? null : slot.lag / SECOND,
							published: report
								? {
										at: isoSeconds(report.published),
										version: report.version,
										tickers: report.tickers,
										reconstructed: report.reconstructed,
										hash: report.hash,
										parameters_version: report.parameters,
									}
								: null,
						},
					];
				}),
			};
		},
	} satisfies Handlers<typeof reportDayCalls>;
}

/** Returns the date of the session that a report belongs to. */
function sessionDateOf(sessions: readonly Session[], time: number): string | undefined {
	return sessions.findLast(({ open }) => open < time)?.date;
}
