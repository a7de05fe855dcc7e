import { depthText, sliceName } from '@sw/domain/signals/wheel/words';
import { addDays, newYorkDate, parseDate } from '@sw/domain/time/zone';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TrailStrip } from '../../charts/trail/trail-strip.tsx';
import { useOpenReport } from '../../entities/readings/reading.ts';
import { ExportLinks } from '../../entities/record/export-links.tsx';
import { useSession } from '../../entities/session/session-query.ts';
import { historyLink, tickerLink } from '../../entities/ticker/links.ts';
import { timeframeLabel } from '../../entities/ticker/sector-name.ts';
import { type HistoryState, moveToReport, type TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import { readInstant } from '../../lib/address/query-grammar.ts';
import type { TickerDetail } from '../../lib/api/types.ts';
import { formatCount, formatPrice } from '../../lib/format/numbers.ts';
import { etClock, monthDay, monthDayYear, msOf } from '../../lib/format/times.ts';
import { readStored, writeStored } from '../../lib/storage/stored.ts';
import { buttonClass } from '../../ui/button.ts';
import { ScrollBox, TableHeader } from '../../ui/content/scroll-box.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import { Retry } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import css from './history.module.css';
import {
	createDayMarks,
	createTrailRows,
	describeTrail,
	findDayRange,
	findShownDay,
	groupTrailDays,
	summarizeTrail,
	type TrailDay,
} from './history-view.ts';
import { trailFileUrl, trailQuery } from './queries.ts';
import { historyWords as words } from './words.ts';

interface Props {
	detail: TickerDetail;
	state: TickerState;
	history: HistoryState;
}

const REPORT_TYPES = [
	{ forecast: false, label: words.reverse },
	{ forecast: true, label: words.forecast },
];

/** Calendar days of one history page: four weeks. */
const PAGE_DAYS = 28;

/** Shows a ticker's past reports over four weeks: rate, presence in the list, and depths, with a link to each report. */
export function History({ detail, state, history }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { latest } = useOpenReport();
	const newest = msOf(latest ?? detail.date);
	const { profile } = useSession();
	const isAdmin = profile?.role === 'admin';
	const isRefused = state.forecast && profile != null && !isAdmin;
	const { lastOpened, rememberOpened } = useLastOpenedReport();
	const id = detail.ticker_id;
	const span = historySpan(history, newest);
	const { data: trail, isError, refetch } = useQuery({ ...trailQuery(api, id, state, span), enabled: !state.forecast || isAdmin });
	const wheel = tickerWheel(detail, state);
	const keys = wheel.slices.map(({ key }) => key);
	const days = trail ? groupTrailDays(trail, keys, state.list.timeframe) : [];
	const { report } = state.list;
	const day = findShownDay(days, history.day ?? (report === undefined ? undefined : newYorkDate(msOf(report))));
	const summary = trail && summarizeTrail(trail);
	const timeframe = timeframeLabel(state.list.timeframe);
	return (
		<section className={panel['panel']} aria-labelledby="history">
			<div className={panel['titleLine']}>
				<h2 id="history" className={panel['title']}>
					{words.title(detail.ticker)}
				</h2>
				{isAdmin ? (
					<Segmented
						label={words.algos}
						segments={REPORT_TYPES.map(({ forecast, label }) => ({
							key: label,
							label,
							active: forecast === state.forecast,
							link: { ...historyLink(id, { ...state, forecast }, history), preload: false },
						}))}
					/>
				) : null}
				<PeriodLinks id={id} state={state} span={span} newest={newest} />
			</div>
			{isRefused ? (
				<StateBox title={words.adminOnly} detail={words.adminOnlyNext}>
					<Link {...historyLink(id, { ...state, forecast: false }, history)} className={buttonClass}>
						{words.toReverse}
					</Link>
				</StateBox>
			) : !trail ? (
				isError ? (
					<StateBox title={words.failed} detail={words.failedNext}>
						<Retry retry={() => void refetch()}>{common.retry}</Retry>
					</StateBox>
				) : (
					<HistoryWaiting />
				)
			) : !summary || !day ? (
				<StateBox title={words.empty} detail={words.emptyNext}>
					{trail.locked > 0 ? <p className={panel['note']}>{words.locked(formatCount(trail.locked))}</p> : null}
					<Link {...historyLink(id, state)} className={buttonClass}>
						{words.newest}
					</Link>
				</StateBox>
			) : (
				<>
					<p className={panel['note']}>
						{words.summary(formatCount(summary.reports), formatCount(summary.listed), summary.best)} · {words.listedHint}
					</p>
					<TrailStrip
						rates={trail.weighted_sum}
						listed={trail.listed}
						rows={createTrailRows(trail, wheel, state)}
						days={createDayMarks(days)}
						shownReports={findDayRange(days, day.date)}
						rateName={words.rate}
						label={describeTrail(trail)}
					/>
					<nav className={css['days']} aria-label={words.days}>
						{days.map(({ date, best, listedCount, points }) => (
							<Link
								key={date}
								{...historyLink(id, state, { to: history.to, day: date })}
								className={css['day'] ?? ''}
								activeOptions={{ exact: true }}
								aria-current={date === day.date ? 'true' : undefined}
								title={words.dayHint(date, best, listedCount, points.length)}
								data-listed={listedCount > 0}
								preload={false}
								resetScroll={false}
							>
								{monthDay(date)} <b>{best}</b>
								<span className="visually-hidden">{words.dayListed(listedCount, points.length)}</span>
							</Link>
						))}
					</nav>
					<h3 className={panel['subtitle']}>{words.dayTitle(day.date)}</h3>
					<HistoryTable
						id={id}
						state={state}
						day={day}
						sectors={wheel.slices.map(sliceName)}
						lastOpened={lastOpened}
						onOpened={rememberOpened}
					/>
					<p className={panel['note']}>
						{words.depthHint(timeframe)}
						{trail.basis !== null && trail.later_splits !== 1 ? ` ${words.basis(monthDayYear(trail.basis))}` : ''}
					</p>
					<ExportLinks label={words.files} urlOf={(format) => trailFileUrl(id, state, span, format)} />
					{trail.locked > 0 ? (
						<p className={panel['note']}>
							{words.locked(formatCount(trail.locked))}{' '}
							<Link to="/prices" className={panel['inline'] ?? ''}>
								{common.changeLicence}
							</Link>
						</p>
					) : null}
				</>
			)}
		</section>
	);
}

/** Shows links to earlier and later weeks. */
function PeriodLinks({ id, state, span, newest }: { id: number; state: TickerState; span: { from: string; to: string }; newest: number }) {
	const { older, newer } = findAdjacentSpans(span, newest);
	return (
		<nav className={css['spans']} aria-label={words.spans}>
			<Link {...historyLink(id, state, { to: older })} className={buttonClass} preload={false}>
				{words.older}
			</Link>
			<span>{words.span(span.from, span.to)}</span>
			{newer === undefined ? null : (
				<Link {...historyLink(id, state, { to: newer })} className={buttonClass} preload={false}>
					{words.newer}
				</Link>
			)}
		</nav>
	);
}

export function HistoryWaiting() {
	return <div className={css['waiting']} aria-busy="true" />;
}

/** Returns the first and last date of a page, both inclusive. Default end: the date of the newest report (`newest`, in ms). */
export function historySpan({ to }: Pick<HistoryState, 'to'>, newest: number): { from: string; to: string } {
	const end = parseDate(to ?? '') ?? newYorkDate(newest);
	return { from: addDays(end, 1 - PAGE_DAYS), to: end };
}

/** Returns the last dates of the pages before and after. `newer` is undefined if the page reaches the newest report. Throws RangeError for invalid dates. */
export function findAdjacentSpans(
	{ from, to }: { from: string; to: string },
	newest: number,
): { older: string; newer: string | undefined } {
	const [first, last] = [parseDate(from), parseDate(to)];
	if (!first || !last) throw new RangeError(`Not dates: ${from}, ${to}`);
	const today = newYorkDate(newest);
	const next = addDays(last, PAGE_DAYS);
	return { older: addDays(first, -1), newer: last >= today ? undefined : next < today ? next : today };
}

interface HistoryTableProps {
	id: number;
	state: TickerState;
	day: TrailDay;
	/** Names of the sectors, in the order of each report's depths. */
	sectors: readonly string[];
	/** The report that this browser opened last; undefined unless the reader is an administrator. */
	lastOpened: string | undefined;
	onOpened: (report: string) => void;
}

/** Shows the reports of one day, newest first, each with a link. */
function HistoryTable({ id, state, day, sectors, lastOpened, onOpened }: HistoryTableProps) {
	return (
		<ScrollBox className={css['wide']} label={words.dayTitle(day.date)}>
			<table className={panel['table']}>
				<TableHeader names={[...Object.values(words.columns), ...sectors]} />
				<tbody>
					{[...day.points].reverse().map(({ report, rate, price, listed, depths }) => (
						<tr key={report} aria-current={report === lastOpened ? 'true' : undefined}>
							<th scope="row">
								<Link
									{...tickerLink(id, moveToReport(state, report))}
									className={panel['inline'] ?? ''}
									preload={false}
									onClick={() => onOpened(report)}
								>
									<EtTime ms={msOf(report)}>{etClock(msOf(report))}</EtTime>
								</Link>
								{report === lastOpened ? <small> {words.lastOpened}</small> : null}
							</th>
							<td>
								<b>{rate}</b>
							</td>
							<td>{formatPrice(price)}</td>
							<td>{listed ? words.yes : words.no}</td>
							{depths.map((depth, i) => (
								<td key={sectors[i]}>{depthText(depth)}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}

/** Remembers which report an administrator last opened from a history. Nothing is stored for other readers. */
function useLastOpenedReport(): { lastOpened: string | undefined; rememberOpened: (report: string) => void } {
	const isAdmin = useSession().profile?.role === 'admin';
	const [lastOpened, setLastOpened] = useState<string>();
	useEffect(() => setLastOpened(isAdmin ? readStored('magicValue', parseReport) : undefined), [isAdmin]);
	return {
		lastOpened,
		rememberOpened: (report) => {
			if (!isAdmin) return;
			writeStored('magicValue', report);
			setLastOpened(report);
		},
	};
}

function parseReport(value: unknown): string | undefined {
	return typeof value === 'string' ? readInstant(value) : undefined;
}
