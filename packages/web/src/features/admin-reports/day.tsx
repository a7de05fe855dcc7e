import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { readTable, type TableRules } from '../../entities/administration/table-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { dayQuery, type Report, verifyQuery } from './queries.ts';
import css from './reports.module.css';
import { reportWords as words } from './words.ts';

/** Maximum number of differences listed. */
const MAX_DIFFERENCES = 10;

const RULES: TableRules<'date', never> = { page: 'reports', sortable: [], sortBy: 'date', sortDir: 'asc', filters: {} };
/** Number of characters shown of each hash, enough to tell reports apart. */
const HASH_LENGTH = 12;

function formatClock(report: Pick<Report, 'date'>): string {
	return etClock(msOf(report.date));
}

const COLUMNS: readonly AdminColumn<Report, string>[] = [
	{ key: 'time', label: words.time, cell: formatClock },
	{ key: 'algo', label: words.algo, cell: ({ algo }) => algo },
	{ key: 'level', label: words.level, cell: ({ report }) => report },
	{
		key: 'how',
		label: words.outcome,
		cell: ({ state, seconds, published }) => (
			<span className={state === 'missed' ? css['missed'] : undefined}>
				{words.state({ state, published })} {seconds === null ? '' : words.after(seconds)}
			</span>
		),
	},
	{
		key: 'version',
		label: words.version,
		cell: ({ published }) => (published ? `${published.version} · ${words.made(published.reconstructed)}` : ''),
	},
	{ key: 'tickers', label: words.tickers, cell: ({ published }) => published?.tickers ?? '', isNumber: true },
	{ key: 'set', label: words.set, cell: ({ published }) => published?.parameters_version ?? '', isNumber: true },
	{
		key: 'hash',
		label: words.hash,
		cell: ({ published }) => (published ? <code>{published.hash.slice(0, HASH_LENGTH)}</code> : ''),
		tooltip: ({ published }) => published?.hash ?? '',
	},
];

/** Lists the reports of a date, with buttons to open, verify and rebuild each. */
export function DayReports({ date, onQueued }: { date: string; onQueued(job: { id: string }): void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(dayQuery(api, date));
	const [verifiedReport, setVerifiedReport] = useState<{ date: string; version: number; clock: string } | null>(null);
	const actionColumn: AdminColumn<Report, string> = {
		key: 'act',
		label: words.act,
		cell: ({ date: time, algo, state, published }) => {
			const clock = etClock(msOf(time));
			// A forecast is built together with the report before it, never alone. Future reports are built automatically.
			const canBeBuilt = algo === 'reverse' && state !== 'to_come';
			return (
				<div className={css['row']}>
					{published ? (
						<>
							<Link to="/reports/$report" params={{ report: time }} className={buttonClass} aria-label={words.openNamed(clock)}>
								{words.open}
							</Link>
							<button
								type="button"
								className={buttonClass}
								aria-label={words.verifyNamed(clock)}
								onClick={() => setVerifiedReport({ date: time, version: published.version, clock })}
							>
								{words.verify}
							</button>
						</>
					) : null}
					{canBeBuilt ? (
						<ActionButton
							label={words.build}
							fullLabel={words.buildNamed(clock)}
							effect={words.buildEffect(words.reportOf(date, clock))}
							confirmLabel={words.confirmLabel}
							act={async () => {
								onQueued(await api.operations.buildReport({ body: { date: time } }));
								return words.jobQueued;
							}}
						/>
					) : null}
				</div>
			);
		},
	};
	const items = data?.date === date ? data.items : undefined;
	return (
		<section className={css['part']}>
			<h2>{words.day(date)}</h2>
			{verifiedReport ? <Verify key={`${verifiedReport.date} ${verifiedReport.version}`} {...verifiedReport} /> : null}
			<AdminTable
				label={words.day(date)}
				rules={RULES}
				state={readTable(RULES, {})}
				columns={[...COLUMNS, actionColumn]}
				idOf={({ date: time }) => time}
				// A day has only one page of reports.
				data={items && { items, total_count: 0 }}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: words.noDay, detail: words.noDayDetail }}
			/>
		</section>
	);
}

/** Shows the progress and result of recomputing a report. */
function Verify({ date, version, clock }: { date: string; version: number; clock: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, error, refetch } = useQuery(verifyQuery(api, date, version));
	if (error instanceof ApiError && error.status < 500)
		return (
			<p role="alert" className={css['missed']}>
				{error.message}
			</p>
		);
	if (error) return <LoadFailed retry={() => void refetch()} />;
	if (data?.state !== 'done')
		return (
			<p role="status" aria-busy="true" className={css['row']}>
				{words.verifying(clock)}
				<progress max={1} value={data?.progress ?? 0} aria-label={words.verifying(clock)} />
			</p>
		);
	if (data.identical)
		return (
			<p role="status" className={css['good']}>
				{words.identical(clock)}
			</p>
		);
	const count = data.difference_count + data.faults.length;
	return (
		<div role="alert" className={css['missed']}>
			<p>{words.differs(clock, count)}</p>
			<ul>
				{data.faults.map((fault) => (
					<li key={fault}>{formatDatesIn(fault)}</li>
				))}
				{data.differences.slice(0, MAX_DIFFERENCES).map(({ ticker_id, ticker, cell, stored, recomputed }) => (
					<li key={`${ticker_id} ${cell}`}>{words.difference(ticker, cell, stored, recomputed)}</li>
				))}
				{data.difference_count > MAX_DIFFERENCES ? <li>{words.moreDifferences(data.difference_count - MAX_DIFFERENCES)}</li> : null}
			</ul>
		</div>
	);
}
