import { addDays, newYorkDate } from '@sw/domain/time/zone';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { TrailStrip } from '../../charts/trail/trail-strip.tsx';
import { historyLink, tickerLink } from '../../entities/ticker/links.ts';
import { moveToReport, type TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import type { WorkspaceDetail } from '../../lib/api/types.ts';
import { etClock, etDateTime, msOf } from '../../lib/format/times.ts';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import css from './history.module.css';
import { createDayMarks, createTrailRows, describeTrail, groupTrailDays } from './history-view.ts';
import { trailQuery } from './queries.ts';
import { historyWords as words } from './words.ts';

/** Calendar days of the strip: about five sessions. */
const STRIP_DAYS = 7;
/** Number of the newest reports that are shown as links. */
const MAX_LINKS = 14;

/** Shows the ticker's reports in the week up to the open report, and a link to the full history. */
export function StripPanel({ detail, state }: { detail: WorkspaceDetail; state: TickerState }) {
	const { api } = useRouteContext({ from: '__root__' });
	const id = detail.ticker_id;
	const lastDate = newYorkDate(msOf(detail.date));
	const { data: trail, isError, refetch } = useQuery(trailQuery(api, id, state, { from: addDays(lastDate, 1 - STRIP_DAYS), to: lastDate }));
	const wheel = tickerWheel(detail, state);
	const days = trail && groupTrailDays(trail, [], state.list.timeframe);
	const links = days?.flatMap(({ points }) => points).slice(-MAX_LINKS) ?? [];
	return (
		<section className={`${panel['panel']} ${css['strip']}`} aria-labelledby="strip">
			<div className={panel['titleLine']}>
				<h2 id="strip" className={panel['title']}>
					{words.stripTitle}
				</h2>
				<Link {...historyLink(id, state)} className={panel['inline'] ?? ''} preload={false}>
					{words.open}
				</Link>
			</div>
			{trail && days ? (
				<>
					<TrailStrip
						rates={trail.weighted_sum}
						listed={trail.listed}
						rows={createTrailRows(trail, wheel, state)}
						days={createDayMarks(days)}
						rateName={words.rate}
						label={describeTrail(trail)}
					/>
					<ul className={css['points']} aria-label={words.stripTitle}>
						{links.map(({ report, rate, listed }) => (
							<li key={report}>
								<Link
									{...tickerLink(id, moveToReport(state, report))}
									className={css['point'] ?? ''}
									aria-current={report === detail.date ? 'true' : undefined}
									title={etDateTime(msOf(report))}
									data-listed={listed}
									preload={false}
									resetScroll={false}
								>
									{etClock(msOf(report)).slice(0, 5)} <b>{rate}</b>
								</Link>
							</li>
						))}
					</ul>
				</>
			) : isError ? (
				<LoadFailedNote retry={refetch}>{words.failedNext}</LoadFailedNote>
			) : (
				<div className={css['stripWaiting']} aria-busy="true" />
			)}
		</section>
	);
}
