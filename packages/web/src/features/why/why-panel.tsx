import { TABS } from '@sw/domain/signals/sector';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import tones from '../../charts/wheel/tones.module.css';
import { absenceReason, type TickerPlace } from '../../entities/ticker/place.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import type { TickerDetail, WorkspaceDetail, WorkspaceHead } from '../../lib/api/types.ts';
import { etClock, etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { More } from '../../ui/content/more.tsx';
import panel from '../../ui/panel.module.css';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { weightsLine, weightsQuery, windowLine, windowsQuery } from './parameters.ts';
import css from './why.module.css';
import { rateTotal, type WhyRow, whyRows } from './why-rows.ts';
import { changes, marginLines, placeLine } from './why-view.ts';
import { whyWords as words } from './words.ts';

const Verification = onDemand(async () => (await import('./verification.tsx')).Verification);

interface LinesProps {
	title: string;
	hint?: string | undefined;
	lines: readonly string[];
	/** Shown after the list's name. */
	rest?: readonly string[];
}

interface Props {
	detail: TickerDetail;
	workspace: WorkspaceDetail | undefined;
	/** In the list of the address, if known. */
	place: TickerPlace | undefined;
	state: TickerState;
}

/** Each term of the rate, changes since the previous report, and what would change it. */
export function WhyPanel({ detail, workspace, place, state }: Props) {
	const tab = TABS.find((t) => t.name === state.list.tab)?.label ?? state.list.tab;
	const absent = place ? absenceReason(place) : detail.listed ? undefined : words.notListed;
	const six = tickerWheel(detail, { ...state, sectors: 6 });
	return (
		<section className={panel['panel']} aria-labelledby="why">
			<h2 id="why" className={panel['title']}>
				{words.title}
			</h2>
			<WhyTable rows={whyRows(detail, six, words.other)} detail={detail} />
			{absent === undefined ? null : <p className={panel['note']}>{words.inList(tab, absent)}</p>}
			{workspace ? <Changes workspace={workspace} state={state} /> : null}
			<p className={panel['note']}>{words.hypothetical}</p>
			{detail.allowance ? <p className={panel['note']}>{words.allowance(detail.allowance.left, detail.allowance.limit)}</p> : null}
			{workspace ? <Verify key={`${workspace.report.time} ${workspace.report.version}`} report={workspace.report} /> : null}
		</section>
	);
}

/** Changes since the previous report, and what would change the rate now. */
function Changes({ workspace, state }: { workspace: WorkspaceDetail; state: TickerState }) {
	const before = workspace.change ? msOf(workspace.change.date) : undefined;
	const { api } = useRouteContext({ from: '__root__' });
	const { data: weights } = useQuery(weightsQuery(api));
	const { data: windows } = useQuery(windowsQuery(api));
	const margins = marginLines(workspace);
	const place = placeLine(workspace, state.list.strategy);
	return (
		<>
			<Lines
				title={before === undefined ? words.noChangeTitle : words.changeTitle(etClock(before))}
				hint={before === undefined ? undefined : etDateTime(before)}
				{...changes(workspace)}
			/>
			<Lines
				title={words.marginTitle}
				lines={[...(margins.length > 0 ? margins : [words.noMargins]), ...(place === undefined ? [] : [place])]}
			/>
			<p className={panel['note']}>
				{weights ? weightsLine(weights, state.list) : null} {windows ? windowLine(windows, state.list) : null}
			</p>
		</>
	);
}

function Lines({ title, hint, lines, rest = [] }: LinesProps) {
	return (
		<>
			<h3 className={panel['subtitle']} title={hint}>
				{title}
			</h3>
			<ul className={css['lines']}>
				{lines.map((line) => (
					<li key={line}>{line}</li>
				))}
				{rest.length > 0 ? (
					<li>
						<More label={words.andMore(rest.length)} lines={rest} />
					</li>
				) : null}
			</ul>
		</>
	);
}

/** Verifies a report on request. */
function Verify({ report }: { report: WorkspaceHead }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<div className={css['verify']} aria-live="polite">
			{isOpen ? (
				<Verification report={report} />
			) : (
				<button
					type="button"
					className={`${buttonClass} needs-script`}
					title={words.verifyHint}
					onPointerEnter={Verification.fetch}
					onFocus={Verification.fetch}
					onClick={() => setOpen(true)}
				>
					{words.verify}
				</button>
			)}
		</div>
	);
}

/** Each term of the rate: depth times weight. */
function WhyTable({ rows, detail }: { rows: readonly WhyRow[]; detail: Pick<TickerDetail, 'weighted_sum' | 'rate_scale'> }) {
	return rows.length === 0 ? (
		<p className={panel['note']}>{words.empty}</p>
	) : (
		<table className={`${panel['table']} ${css['terms']}`}>
			<thead>
				<tr>
					<th scope="col">{words.columns.term}</th>
					<th scope="col">{words.columns.product}</th>
					<td aria-hidden="true" />
					<th scope="col">{words.columns.adds}</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.key}>
						<th scope="row">{row.term}</th>
						<td className={css['muted']}>{row.product}</td>
						<td className={css['barCell']} aria-hidden="true">
							<span className={`${css['bar']} ${row.tone ? tones[row.tone] : ''}`} style={{ width: `${Math.round(row.share * 100)}%` }} />
						</td>
						<td>{row.points}</td>
					</tr>
				))}
			</tbody>
			<tfoot>
				<tr>
					<th scope="row" colSpan={3}>
						{rateTotal(detail.rate_scale)}
					</th>
					<td>
						<b>{detail.weighted_sum}</b>
					</td>
				</tr>
			</tfoot>
		</table>
	);
}
