import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { tickerLink } from '../../../entities/ticker/links.ts';
import type { TickerState } from '../../../entities/ticker/ticker-state.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { WorkspaceDetail } from '../../../lib/api/types.ts';
import { etClock, etDateTime, msOf } from '../../../lib/format/times.ts';
import { TableHeader } from '../../../ui/content/scroll-box.tsx';
import panel from '../../../ui/panel.module.css';
import { Retry } from '../../../ui/states/load-failed.tsx';
import { workspaceTickerQuery } from '../queries.ts';
import css from '../ticker.module.css';
import { buildCompareRows } from './compare-rows.ts';
import { compareWords as words } from './compare-words.ts';

interface Props {
	detail: WorkspaceDetail;
	state: TickerState;
	/** The button that picks the other report. */
	picker: ReactNode;
}

/** Compares two reports of the ticker. */
export function ComparePanel({ detail, state, picker }: Props) {
	const { against: comparedDate } = state;
	return (
		<section className={panel['panel']} aria-labelledby="compare">
			<div className={panel['titleLine']}>
				<h2 id="compare" className={panel['title']}>
					{words.title}
				</h2>
				{picker}
				{comparedDate === undefined ? null : (
					<Link
						{...tickerLink(detail.ticker_id, { ...state, against: undefined })}
						className={panel['inline'] ?? ''}
						preload={false}
						resetScroll={false}
					>
						{words.end}
					</Link>
				)}
			</div>
			{comparedDate === undefined ? (
				<p className={panel['note']}>{words.choose}</p>
			) : comparedDate === detail.date ? (
				<p className={panel['note']}>{words.same}</p>
			) : (
				<ComparisonTable detail={detail} state={state} comparedDate={comparedDate} />
			)}
		</section>
	);
}

function ComparisonTable({ detail, state, comparedDate }: { detail: WorkspaceDetail; state: TickerState; comparedDate: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const comparedState = { ...state, list: { ...state.list, report: comparedDate, version: undefined } };
	const comparedReport = { time: comparedDate, date: comparedDate, version: undefined };
	const { data, error, refetch } = useQuery(workspaceTickerQuery(api, detail.ticker_id, comparedState, comparedReport));
	if (error) {
		const reason = explainUnavailable(error);
		return (
			<div className={panel['note']} role="status">
				<p>{reason ?? words.failed}</p>
				{reason === undefined ? <Retry retry={() => void refetch()}>{words.retry}</Retry> : null}
			</div>
		);
	}
	if (!data) return <div className={css['comparing']} aria-busy="true" />;
	const [currentTime, comparedTime] = [detail, data].map(({ date }) => etDateTime(msOf(date))) as [string, string];
	return (
		<table className={`${panel['table']} ${css['compared']}`}>
			<caption className="visually-hidden">{words.caption(currentTime, comparedTime)}</caption>
			<TableHeader
				names={[words.columns.what, words.columns.here(formatShortTime(detail.date)), formatShortTime(data.date), words.columns.difference]}
			/>
			<tbody>
				{buildCompareRows(detail, data).map((row) => (
					<tr key={row.key}>
						<th scope="row">{row.name}</th>
						<td>{row.current}</td>
						<td>{row.compared}</td>
						<td>{row.difference}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** Formats a time without the year: '06/30 11:45'. */
function formatShortTime(iso: string): string {
	return `${etDateTime(msOf(iso)).slice(0, 5)} ${etClock(msOf(iso)).slice(0, 5)}`;
}

function explainUnavailable(error: unknown): string | undefined {
	const status = error instanceof ApiError ? error.status : 0;
	if (status === 403) return words.locked;
	return status === 404 ? words.absent : undefined;
}
