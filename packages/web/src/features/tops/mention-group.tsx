import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { GlyphWheel } from '../../charts/wheel/card-wheel.tsx';
import { Change } from '../../ui/content/change.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import { createLeadersView, createUrgentView, type MentionRowView, type MentionTableView } from './mention-view.ts';
import { words } from './mention-words.ts';
import { leadersQuery, urgentQuery } from './queries.ts';
import type { MentionKind as Kind, MentionKind } from './tables.ts';
import { Candidate } from './top-table.tsx';
import type { RowCharts } from './top-view.ts';
import css from './tops.module.css';
import { words as common } from './words.ts';

interface Props {
	kind: MentionKind;
	/** Closes and wheels for the rows of all tables. */
	rowCharts: RowCharts;
	licensed: boolean | undefined;
	tool: ReactNode;
}

/** Loads one table of mentions and shows it. */
export function MentionGroup({ kind, rowCharts, licensed, tool }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const leaders = useQuery({ ...leadersQuery(api), enabled: licensed === true && kind === 'leaders' });
	const urgent = useQuery({ ...urgentQuery(api), enabled: licensed === true && kind === 'urgent' });
	const { isError, refetch } = kind === 'leaders' ? leaders : urgent;
	const view =
		kind === 'leaders'
			? toView(leaders.data, (answer) => createLeadersView(answer, rowCharts))
			: toView(urgent.data, (answer) => createUrgentView(answer, rowCharts));
	return <MentionTable kind={kind} view={view} failed={isError} licensed={licensed} retry={() => void refetch()} tool={tool} />;
}

/** Prepares a query's answer for display; null if mentions aren't counted, undefined without an answer. */
function toView<A extends { time: string | null }>(
	answer: A | undefined,
	createView: (answer: A) => MentionTableView,
): MentionTableView | null | undefined {
	return answer && (answer.time === null ? null : createView(answer));
}

interface MentionTableProps {
	kind: Kind;
	/** undefined while loading, null if mentions aren't counted. */
	view: MentionTableView | null | undefined;
	failed: boolean;
	/** Whether the reader may see the table; undefined while unknown. */
	licensed: boolean | undefined;
	retry: () => void;
	/** Shown next to the title. */
	tool: ReactNode;
}

/** Shows a table of mentions. These tables follow the four top tables. */
function MentionTable({ tool, ...bodyProps }: MentionTableProps) {
	return (
		<section className={css['table']}>
			<div className={css['head']}>
				<h2 className={css['title']}>{common.titles[bodyProps.kind]}</h2>
				{tool}
			</div>
			<MentionTableBody {...bodyProps} />
		</section>
	);
}

function MentionTableBody({ kind, view, failed, licensed, retry }: Omit<MentionTableProps, 'tool'>) {
	if (licensed === false)
		return (
			<p className={css['state']}>
				{words.needsLicence} <Link to="/prices">{words.plans}</Link>
			</p>
		);
	if (view === null)
		return (
			<p className={css['state']}>
				<b>{words.noSource}</b> {words.noSourceDetail}
			</p>
		);
	if (!view)
		return (
			<p className={css['state']}>
				{failed ? (
					<>
						{common.failed} <Retry retry={retry}>{common.retry}</Retry>
					</>
				) : (
					'…'
				)}
			</p>
		);
	return (
		<>
			<p className={css['note']}>{view.note}</p>
			{view.rows.length === 0 ? <p className={css['state']}>{words.nothing[kind]}</p> : <Rows kind={kind} rows={view.rows} />}
		</>
	);
}

function Rows({ kind, rows }: { kind: Kind; rows: readonly MentionRowView[] }) {
	return (
		<table className={`${css['wheels']} ${css['counted']}`}>
			<thead>
				<tr>
					<th scope="col">{common.columns.ticker}</th>
					{words.columns[kind].map((name) => (
						<th key={name} scope="col">
							{name}
						</th>
					))}
					<td className={css['wheel']} />
					<th scope="col" className={css['signal']}>
						{common.columns.signal}
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<Row key={row.id} row={row} />
				))}
			</tbody>
		</table>
	);
}

function Row({ row }: { row: MentionRowView }) {
	return (
		<tr>
			<th scope="row">
				<Link
					to="/ticker/$id"
					preload={false}
					params={{ id: String(row.id) }}
					search={{ fromTop: 'true' }}
					title={row.name}
					className={css['ticker'] ?? ''}
				>
					{row.ticker}
				</Link>
			</th>
			<td>{row.mentions}</td>
			<td>{row.authors}</td>
			<td>{row.usual}</td>
			<td>
				<Change {...row.excess} quiet />
			</td>
			<td className={css['wheel']}>{row.wheel ? <GlyphWheel wheel={row.wheel} /> : null}</td>
			<td className={css['signal']}>
				<Candidate row={row} />
			</td>
		</tr>
	);
}
