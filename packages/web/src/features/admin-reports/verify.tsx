import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ApiError } from '../../lib/api/api-error.ts';
import { screenDates } from '../../lib/format/screen-dates.ts';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { verifyQuery } from './queries.ts';
import css from './reports.module.css';
import { reportWords as words } from './words.ts';

/** Maximum number of differences listed. */
const SHOWN = 10;

/** Progress and result of recomputing a report. */
export function Verify({ date, version, clock }: { date: string; version: number; clock: string }) {
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
					<li key={fault}>{screenDates(fault)}</li>
				))}
				{data.differences.slice(0, SHOWN).map(({ ticker_id, ticker, cell, stored, recomputed }) => (
					<li key={`${ticker_id} ${cell}`}>{words.difference(ticker, cell, stored, recomputed)}</li>
				))}
				{data.difference_count > SHOWN ? <li>{words.moreDifferences(data.difference_count - SHOWN)}</li> : null}
			</ul>
		</div>
	);
}
