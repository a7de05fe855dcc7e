import { formatKey } from '@sw/domain/attention/breadth';
import { CAPS } from '@sw/domain/prices/buckets';
import { TICKER_TYPES } from '@sw/domain/prices/ticker';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { useSession } from '../../entities/session/session-query.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { BreadthAnswer } from '../../lib/api/types.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import field from '../../ui/form.module.css';
import panel from '../../ui/panel.module.css';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import css from './breadth.module.css';
import { type BreadthChoice, breadthLink, createReportRows, createSummary, type ReportCell, readBreadth, SPANS } from './breadth-view.ts';
import { HeatPanel } from './heat-panel.tsx';
import { analysisQuery, stateQuery } from './queries.ts';
import type { BreadthSearch } from './search-params.ts';
import { Subscribe } from './subscribe.tsx';
import { words } from './words.ts';

const MARKS = { above: '▲', below: '▼' } as const;

const DEPTHS = [1, 2, 3, 4, 5];
/** 'All' first, then from the largest market cap to the smallest. */
const CAP_CHOICES = [...CAPS.filter(({ name }) => name === 'all'), ...CAPS.filter(({ name }) => name !== 'all')];

interface SelectFieldProps<T extends string> {
	label: string;
	value: T;
	options: readonly { name: T; label: string }[];
	onChange: (value: T) => void;
}

const RecountBreadth = onDemand(async () => (await import('./recount-breadth.tsx')).RecountBreadth);

/** Shows a report's breadth: a summary, a table of all slices and timeframes, and a heat map of the day or of past sessions. */
export function BreadthPage({ search }: { search: BreadthSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { state, refused } = readBreadth(search);
	const selection = { category: state.slice, interval: state.timeframe, marketcap: state.marketcap, type: state.type };
	const newestState = useQuery(stateQuery(api, selection));
	const time = state.time ?? newestState.data?.time ?? undefined;
	const analysis = useQuery({
		...analysisQuery(api, { time: time ?? '', key: formatKey(state), depth: state.depth }),
		enabled: time !== undefined,
		placeholderData: (previous) => (previous && previous.time === time ? previous : undefined),
	});
	/** The query that the page waits for. If the URL names a report, the page doesn't wait for the newest one. */
	const awaitedQuery = time === undefined ? newestState : analysis;
	const renderBody = (): ReactNode => {
		if (newestState.data && time === undefined) return <StateBox title={words.noReport} detail={words.noReportDetail} />;
		if (awaitedQuery.error) return <BreadthError error={awaitedQuery.error} state={state} retry={() => void awaitedQuery.refetch()} />;
		if (!analysis.data) return <div className={css['waiting']} aria-busy="true" />;
		return <BreadthResult answer={analysis.data} state={state} />;
	};
	return (
		<>
			<InvalidValues refused={refused} />
			<p className={css['intro']}>{words.lead}</p>
			<Controls state={state} />
			{renderBody()}
			<div className={css['tools']}>
				{newestState.data ? (
					<Subscribe state={state} currentBreadth={newestState.data} selection={selection} />
				) : newestState.isError && time !== undefined ? (
					<LoadFailedNote retry={newestState.refetch}>{words.alertUnknown}</LoadFailedNote>
				) : null}
			</div>
		</>
	);
}

/** Shows administrators the tools to recount the breadth, even without a licence. */
export function RecountActions({ time }: { time: string | undefined }) {
	return useSession().profile?.role === 'admin' ? <RecountBreadth time={time} /> : null;
}

/** Explains why there is no breadth, with a link or a retry button. */
function BreadthError({ error, state, retry }: { error: Error; state: BreadthChoice; retry: () => void }) {
	const status = error instanceof ApiError ? error.status : 0;
	const title = status === 404 ? words.none : status === 403 ? words.locked : words.failed;
	return (
		<StateBox title={title} detail={error.message}>
			{status === 404 || status === 403 ? (
				<Link {...breadthLink({ ...state, time: undefined })} className={buttonClass}>
					{words.newest}
				</Link>
			) : null}
			{status === 403 ? (
				<Link to="/prices" className={buttonClass}>
					{common.changeLicence}
				</Link>
			) : (
				<Retry retry={retry}>{common.retry}</Retry>
			)}
		</StateBox>
	);
}

function BreadthResult({ answer, state }: { answer: BreadthAnswer; state: BreadthChoice }) {
	return (
		<>
			<section className={`${panel['panel']} ${css['said']}`} aria-label={words.summaryLabel}>
				<p className={css['when']}>
					<EtTime ms={msOf(answer.time)}>{words.report(etDateTime(msOf(answer.time)))}</EtTime>
					{answer.report.version > 1 ? ` · ${words.corrected(answer.report.version)}` : null}
					{answer.report.reconstructed ? ` · ${common.reconstructed}` : null}
					{state.time === undefined ? null : (
						<>
							{' · '}
							<Link {...breadthLink({ ...state, time: undefined })} className={panel['inline'] ?? ''}>
								{words.newest}
							</Link>
						</>
					)}
				</p>
				{createSummary(answer, state).map((sentence, i) => (
					<p key={sentence} className={i === 0 ? css['lead'] : css['quiet']}>
						{sentence}
					</p>
				))}
			</section>
			<ReportPanel answer={answer} state={state} />
			<HeatPanel answer={answer} state={state} />
		</>
	);
}

function Controls({ state }: { state: BreadthChoice }) {
	const navigate = useNavigate();
	const go = (next: Partial<BreadthChoice>): void => void navigate({ ...breadthLink({ ...state, ...next }), resetScroll: false });
	return (
		<div className={css['bar']}>
			<LabelledSegments
				label={words.depth}
				segments={DEPTHS.map((depth) => ({
					key: String(depth),
					label: `≥ ${depth}`,
					active: depth === state.depth,
					link: breadthLink({ ...state, depth }),
				}))}
			/>
			<LabelledSegments
				label={words.over}
				segments={SPANS.map((over) => ({
					key: over,
					label: words.spans[over],
					active: over === state.over,
					link: breadthLink({ ...state, over }),
				}))}
			/>
			<SelectField label={words.cap} value={state.marketcap} options={CAP_CHOICES} onChange={(marketcap) => go({ marketcap })} />
			<SelectField
				label={words.type}
				value={state.type}
				options={TICKER_TYPES.map((name) => ({ name, label: words.types[name] }))}
				onChange={(type) => go({ type })}
			/>
		</div>
	);
}

function SelectField<T extends string>({ label, value, options, onChange }: SelectFieldProps<T>) {
	return (
		<label className={css['select']}>
			{label}
			<select
				className={field['input']}
				value={value}
				onChange={({ currentTarget }) => {
					const option = options.find(({ name }) => name === currentTarget.value);
					if (option) onChange(option.name);
				}}
			>
				{options.map(({ name, label: text }) => (
					<option key={name} value={name}>
						{text}
					</option>
				))}
			</select>
		</label>
	);
}

/** Adds a visible label above a segmented control, as the fields next to it have. Screen readers read the label only once. */
function LabelledSegments(props: ComponentProps<typeof Segmented>) {
	return (
		<div className={`${css['select']} ${css['switch']}`}>
			<span aria-hidden="true">{props.label}</span>
			<Segmented {...props} />
		</div>
	);
}

/** Shows every slice on every timeframe in this report. Clicking a cell selects it for the page. */
function ReportPanel({ answer, state }: { answer: BreadthAnswer; state: BreadthChoice }) {
	return (
		<section className={panel['panel']} aria-labelledby="now">
			<h2 id="now" className={panel['title']}>
				{words.now}
			</h2>
			<ScrollBox label={words.nowTable} className={css['scroll']}>
				<table className={`${panel['table']} ${css['now']}`}>
					<thead>
						<tr>
							<th scope="col">{words.nowSlice}</th>
							{TIMEFRAMES.map(({ name, label }) => (
								<th key={name} scope="col">
									{label}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{createReportRows(answer).map(({ slice, name, cells }) => (
							<tr key={slice}>
								<th scope="row">{name}</th>
								{cells.map((cell) => (
									<Cell
										key={cell.timeframe}
										cell={cell}
										state={{ ...state, slice, timeframe: cell.timeframe }}
										isSelected={slice === state.slice && cell.timeframe === state.timeframe}
									/>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
			<p className={panel['note']}>{words.farNote}</p>
		</section>
	);
}

function Cell({ cell, state, isSelected }: { cell: ReportCell; state: BreadthChoice; isSelected: boolean }) {
	return (
		<td className={isSelected ? css['chosen'] : undefined}>
			<Link
				{...breadthLink(state)}
				className={css['cell'] ?? ''}
				resetScroll={false}
				aria-current={isSelected ? 'true' : undefined}
				activeOptions={{ exact: true }}
			>
				<span>
					{cell.far ? (
						<>
							<span aria-hidden="true">{MARKS[cell.far]} </span>
							<span className="visually-hidden">{words.far[cell.far]} </span>
						</>
					) : null}
					{cell.share}
				</span>
				<small>
					<span className="visually-hidden">{words.usualPrefix}</span>
					{cell.usual}
				</small>
			</Link>
		</td>
	);
}
