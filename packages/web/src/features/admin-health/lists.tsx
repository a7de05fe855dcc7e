import { TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import type { ReactNode } from 'react';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import { etClock, etDayClock, formatLocal, msOf } from '../../lib/format/times.ts';
import { ScrollBox, TableHeader } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import { Notice } from '../../ui/states/notice.tsx';
import css from './health.module.css';
import type { Detail, Freshness, Versions } from './queries.ts';
import { healthWords as words } from './words.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Lists the data sources, the age of their data, and the services that the server requests. */
export function Sources({ freshness, sources }: { freshness: Freshness; sources: Detail['sources'] }) {
	return (
		<Lines title={words.sources}>
			<Line name={words.bars(freshness.provider)}>
				{freshness.as_of === null ? words.none : `${etClock(msOf(freshness.as_of))} · ${words.age(words.seconds(freshness.delay ?? 0))}`}
			</Line>
			{sources.map(({ name, per_minute, sent, state, wait }) => (
				<Line key={name} name={name}>
					<i className={css['mark']} data-state={state === 'closed' ? 'in_time' : 'missed'} />
					{words.breaker(state, wait)} · {words.sent} {formatCount(sent)} · {words.requestsPerMinute} {formatCount(per_minute)}
				</Line>
			))}
		</Lines>
	);
}

function Line({ name, share, children }: { name: string; share?: number; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			{share === undefined ? null : (
				<dd className={css['track']} aria-hidden="true">
					<i style={{ width: `${Math.round(share * 100)}%` }} />
				</dd>
			)}
			<dd>{children}</dd>
		</div>
	);
}

function Lines({ title, children, note }: { title: string; children: ReactNode; note?: string | undefined }) {
	return (
		<section className={panel['panel']} aria-label={title}>
			<h2 className={panel['title']}>{title}</h2>
			<dl className={css['lines']}>{children}</dl>
			{note ? <p className={panel['note']}>{note}</p> : null}
		</section>
	);
}

export function CoverageByTimeframe({ coverage }: { coverage: Detail['coverage'] }) {
	return (
		<Lines title={words.byTimeframe} note={words.byTimeframeNote}>
			{coverage?.timeframes.map(({ timeframe, measured }) => {
				const share = coverage.tickers === 0 ? 0 : measured / coverage.tickers;
				return (
					<Line key={timeframe} name={TIMEFRAMES[timeframeIndex(timeframe)].label} share={share}>
						{formatShare(share)}
					</Line>
				);
			})}
		</Lines>
	);
}

export function StoreSizes({ stores }: { stores: Detail['stores'] }) {
	const largest = Math.max(1, ...stores.parts.map(({ bytes }) => bytes));
	return (
		<Lines title={words.sizes} note={formatDisk(stores)}>
			{stores.parts.map(({ name, bytes, by_day }) => (
				<Line key={name} name={words.part(name)} share={bytes / largest}>
					{formatBytes(bytes)}
					{by_day === null ? null : <small>{words.dailyGrowth(`${by_day >= 0 ? '+' : ''}${formatBytes(by_day)}`)}</small>}
				</Line>
			))}
		</Lines>
	);
}

/** Describes the free disk space. If the stores grow, it adds the days until the disk is full. */
function formatDisk({ parts, disk }: Detail['stores']): string {
	if (!disk) return '';
	const dailyGrowth = parts.reduce((sum, { by_day }) => sum + (by_day ?? 0), 0);
	const daysLeftText = dailyGrowth > 0 ? ` ${words.daysLeft(formatCount(Math.floor(disk.free / dailyGrowth)))}` : '';
	return `${words.disk(formatBytes(disk.free), formatBytes(disk.total))}${daysLeftText}`;
}

interface ProcessProps {
	freshness: Freshness;
	mails: number;
	backup: Detail['backup'];
	update: Detail['update'];
	versions: Versions | undefined;
}

export function Process({ freshness: { memory, event_loop, hub }, mails, backup, update, versions }: ProcessProps) {
	return (
		<Lines title={words.process}>
			<Line name={words.memory}>
				{formatBytes(memory.resident)}, {formatBytes(memory.heap)}
			</Line>
			<Line name={words.loop}>{event_loop.p99.toFixed(1)} ms</Line>
			<Line name={words.live}>
				{hub.connections}, {hub.held_polls}
			</Line>
			<Line name={words.mails}>{mails}</Line>
			<Line name={words.backup}>{backup ? `${etDayClock(msOf(backup.made))}, ${formatBytes(backup.bytes)}` : words.none}</Line>
			<Line name={words.versions}>
				{versions ? `${versions.product}, ${versions.engine}, ${versions.parameters}, ${versions.node}` : words.none}
			</Line>
			{update ? (
				<Line name={words.update}>
					{update.notes ? <a href={update.notes}>{words.newer(update.version)}</a> : words.newer(update.version)}
				</Line>
			) : null}
		</Lines>
	);
}

/** Formats a size with a decimal unit: '48.2 GB'. */
export function formatBytes(bytes: number): string {
	let [n, unitIndex] = [Math.abs(bytes), 0];
	for (; n >= 1_000 && unitIndex < UNITS.length - 1; unitIndex++) n /= 1_000;
	return `${bytes < 0 ? '−' : ''}${unitIndex === 0 ? Math.round(n) : n.toFixed(1)} ${UNITS[unitIndex]}`;
}

type ProcessInfo = Detail['processes'][number];

const MARKS = { lives: 'in_time', silent: 'late', gone: 'missed' } as const;
const MINUTE_SECONDS = 60;

/** Lists the processes that share the databases, with their roles and states. One of them leads the market. */
export function Processes({ detail: { processes, degraded } }: { detail: Pick<Detail, 'processes' | 'degraded'> }) {
	const hasLeader = processes.some(({ leads_since }) => leads_since !== null);
	const leaderProblem = degraded.find(({ reason }) => reason === 'lead');
	return (
		<section className={panel['panel']}>
			<h2 className={panel['title']}>{words.processes}</h2>
			{leaderProblem ? <Notice>{formatDatesIn(leaderProblem.detail)}</Notice> : null}
			<ScrollBox label={words.processes} className={panel['scroll']}>
				<table className={panel['table']}>
					<TableHeader names={words.processRow} />
					<tbody>
						{processes.map((row) => (
							<tr key={row.number}>
								<th scope="row">
									<i className={css['mark']} data-state={MARKS[row.state]} />
									{row.name} <small>{row.address ?? words.noAddress}</small>
								</th>
								<td>{words.processState[row.state]}</td>
								<td>{row.roles.join(', ')}</td>
								<td>{formatLeadership(row, hasLeader)}</td>
								<td>{formatProgress(row)}</td>
								<td>{words.ago(words.seconds(row.seen))}</td>
								<td>{row.version}</td>
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
		</section>
	);
}

function formatProgress({ behind }: ProcessInfo): string {
	if (behind === null) return words.none;
	return behind === 0 ? words.upToDate : words.behind(Math.round(behind / MINUTE_SECONDS));
}

/** Says since when a process leads, or that it stands by; empty for processes that can't lead. */
function formatLeadership({ roles, leads_since }: ProcessInfo, hasLeader: boolean): string {
	if (leads_since !== null) return words.leadsSince(formatLocal(msOf(leads_since)));
	return hasLeader && roles.includes('market') ? words.standsBy : '';
}
