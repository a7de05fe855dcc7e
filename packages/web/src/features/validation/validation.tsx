import { formatCondition, parseCondition } from '@sw/domain/filters/entries';
import { TABS } from '@sw/domain/signals/sector';
import { Link, useNavigate } from '@tanstack/react-router';
import { Histogram } from '../../charts/validation/histogram.tsx';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { InformationRecord } from '../../entities/record/information.ts';
import { HorizonTable, SavedRecord } from '../../entities/record/saved-record.tsx';
import { formatBasisPoints, formatRange, hasEnoughOccurrences } from '../../entities/record/statistics.ts';
import { formatVerdict, licenceNote } from '../../entities/record/verdict.ts';
import { recordWords } from '../../entities/record/words.ts';
import { validationLink } from '../../entities/ticker/links.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { Condition, ValidationState } from '../../entities/ticker/validation-state.ts';
import type { Validation, WorkspaceDetail } from '../../lib/api/types.ts';
import { formatCount, formatFixed, formatShare } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { ScrollBox, TableHeader } from '../../ui/content/scroll-box.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import form from '../../ui/form.module.css';
import panel from '../../ui/panel.module.css';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { Headline, RecordWaiting } from './headline.tsx';
import { Occurrences } from './occurrences.tsx';
import { matchesEveryTicker, type Question, resolveQuestion, type SignalRecord, useRecord } from './queries.ts';
import { signalSearchLink } from './search-of.ts';
import css from './validation.module.css';
import { conditionName, countLosers, describeHistogram, histogramColumns, shrinkRate } from './validation-view.ts';
import { pageWords, validationWords as words } from './words.ts';

interface ValidationChoicesProps {
	detail: WorkspaceDetail;
	state: TickerState;
	question: ValidationState;
	filter: FilterSetting | undefined;
}

/** Loaded after the page, because these parts are below the first screen or initially closed. */
const Reliability = onDemand(async () => (await import('../../charts/validation/reliability.tsx')).Reliability, 'silent');
const Meanings = onDemand(async () => (await import('../../entities/record/meanings.tsx')).Meanings, 'silent');
const Curve = onDemand(async () => (await import('../../entities/record/curve.tsx')).Curve, true);

interface ValidationResultsProps {
	detail: WorkspaceDetail;
	state: TickerState;
	validation: Validation;
	marketRecord: Validation | undefined;
	question: Question;
}

/** Shows what followed signals like those of a ticker: hit rate with interval, base rate, distribution, reliability, and every occurrence. */
export function ValidationRecord({
	detail,
	state,
	question: requestedQuestion,
}: {
	detail: WorkspaceDetail;
	state: TickerState;
	question: ValidationState;
}) {
	const question = resolveQuestion(requestedQuestion, state, detail);
	const record: SignalRecord = useRecord(detail.ticker_id, state, question);
	// The record of all tickers, because a single ticker's rate is shrunk towards their rate.
	const marketRecord = useRecord(
		detail.ticker_id,
		state,
		question && { ...question, of: 'market' },
		question?.of === 'ticker' && record.data !== undefined,
	);
	return (
		<>
			<ValidationChoices detail={detail} state={state} question={question ?? requestedQuestion} filter={record.filter} />
			{!question ? (
				<StateBox title={words.few} detail={words.nothingLit} />
			) : record.data ? (
				<ValidationResults
					detail={detail}
					state={state}
					validation={record.data}
					marketRecord={question.of === 'ticker' ? marketRecord.data : undefined}
					question={record.question}
				/>
			) : (
				<section className={panel['panel']} aria-live="polite">
					<RecordWaiting record={record} />
				</section>
			)}
		</>
	);
}

function ValidationResults({ detail, state, validation, marketRecord, question }: ValidationResultsProps) {
	if (validation.reports === 0) return <StateBox title={words.empty} detail={words.emptyNext} />;
	return (
		<div className={css['record']}>
			<div className={css['column']}>
				<Results validation={validation} marketRecord={marketRecord} />
				<Distribution validation={validation} />
			</div>
			<div className={css['column']}>
				<Curve curve={validation.curve} effectiveSize={validation.results[validation.main]?.n_eff ?? 0} />
				<ReliabilityPanel evidence={validation.evidence} />
			</div>
			<div className={css['column']}>
				<TickersPanel validation={validation} />
			</div>
			<div className={css['wide']}>
				<Occurrences key={JSON.stringify(question)} id={detail.ticker_id} question={question} validation={validation} state={state} />
			</div>
		</div>
	);
}

function Results({ validation, marketRecord }: Pick<ValidationResultsProps, 'validation' | 'marketRecord'>) {
	const mainResult = validation.results[validation.main];
	const shrunkenShare =
		mainResult && validation.question.ticker_id !== null ? shrinkRate(mainResult, marketRecord?.results[marketRecord.main]) : null;
	return (
		<section className={panel['panel']} aria-labelledby="results">
			<h2 id="results" className={panel['title']}>
				{words.panelTitle}
			</h2>
			<Headline validation={validation} />
			{mainResult && mainResult.n > 0 && shrunkenShare !== null ? (
				<p className={panel['note']}>{words.drawn(formatShare(shrunkenShare), mainResult.n, mainResult.hits)}</p>
			) : null}
			{validation.saved ? (
				<section aria-labelledby="saved-record">
					<h3 id="saved-record" className={panel['subtitle']}>
						{pageWords.savedTitle(validation.saved.name)}
					</h3>
					<SavedRecord saved={validation.saved} formatVerdict={formatVerdict} />
				</section>
			) : null}
			<InformationRecord record={validation.information} />
			<HorizonTable results={validation.results} tab={validation.question.tab} hasIntervals />
			<Meanings universe={validation.universe} />
			{mainResult && mainResult.q_value !== null && mainResult.q_value_dependent !== null && hasEnoughOccurrences(mainResult) ? (
				<p className={panel['note']}>{words.qValue(formatFixed(mainResult.q_value, 2), formatFixed(mainResult.q_value_dependent, 2))}</p>
			) : null}
			<p className={panel['note']}>
				{validation.first !== null && validation.last !== null
					? `${words.reports(formatCount(validation.reports), etDateTime(msOf(validation.first)), etDateTime(msOf(validation.last)))}. `
					: ''}
				{licenceNote(validation.question)}{' '}
				{mainResult && mainResult.n > 0 ? `${words.reconstructed(formatShare(mainResult.reconstructed))}.` : ''}
			</p>
			<p className={panel['note']}>
				{recordWords.notice}{' '}
				<Link {...signalSearchLink(validation.question)} className={panel['inline'] ?? ''} preload={false}>
					{pageWords.search}
				</Link>
			</p>
		</section>
	);
}

function Distribution({ validation }: { validation: Validation }) {
	const mainResult = validation.results[validation.main];
	if (!mainResult || !hasEnoughOccurrences(mainResult)) return null;
	return (
		<section className={panel['panel']} aria-labelledby="distribution">
			<h2 id="distribution" className={panel['title']}>
				{words.histogramTitle}
			</h2>
			<div className={css['distribution']}>
				<Histogram columns={histogramColumns(validation.histogram)} label={describeHistogram(validation)} />
			</div>
			<p className={panel['note']}>{words.histogramHint(mainResult.horizon, formatCount(countLosers(validation.histogram)))}</p>
			<p className={panel['note']}>{describeHistogram(validation)}</p>
		</section>
	);
}

function TickersPanel({ validation }: { validation: Validation }) {
	return validation.question.ticker_id !== null || validation.tickers.length === 0 ? null : (
		<section className={panel['panel']} aria-labelledby="tickers">
			<h2 id="tickers" className={panel['title']}>
				{words.tickersTitle}
			</h2>
			<ScrollBox className={panel['scroll']} label={words.tableOf(words.tickersTitle)}>
				<table className={panel['table']}>
					<TableHeader names={Object.values(pageWords.tickersColumns)} />
					<tbody>
						{validation.tickers.map(({ ticker_id, ticker, n, hits, shrunken_rate, shrunken_excess }) => (
							<tr key={ticker_id}>
								<th scope="row">{ticker}</th>
								<td>{formatCount(n)}</td>
								<td>{formatCount(hits)}</td>
								<td>{formatShare(shrunken_rate)}</td>
								<td>{formatBasisPoints(shrunken_excess)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
			<p className={panel['note']}>{pageWords.tickersHint}</p>
		</section>
	);
}

export function ValidationWaiting() {
	return <div className={css['waiting']} aria-busy="true" />;
}

/** Shows whether higher rates did better: calibrated on earlier quarters, tested on later ones. */
function ReliabilityPanel({ evidence }: { evidence: Validation['evidence'] }) {
	return (
		<section className={panel['panel']} aria-labelledby="reliability">
			<h2 id="reliability" className={panel['title']}>
				{words.reliabilityTitle}
			</h2>
			{evidence === null ? (
				<p className={panel['note']}>{words.noReliability}</p>
			) : (
				<>
					<Reliability points={evidence.reliability} label={words.reliabilityLabel} />
					<table className={panel['table']}>
						<TableHeader names={Object.values(words.reliabilityColumns)} />
						<tbody>
							{evidence.reliability.map(({ from, to, n, predicted, observed }) => (
								<tr key={from}>
									<th scope="row">{formatRange([from, to])}</th>
									<td>{formatCount(n)}</td>
									<td>{formatShare(predicted)}</td>
									<td>{formatShare(observed)}</td>
								</tr>
							))}
						</tbody>
					</table>
					<p className={panel['note']}>
						{words.reliabilityHint(formatCount(evidence.n), evidence.folds)}{' '}
						{words.brier(formatFixed(evidence.brier, 4), formatFixed(evidence.brier_base, 4))}
					</p>
				</>
			)}
		</section>
	);
}

/** Lets the reader choose the tickers and the signals to validate. */
function ValidationChoices({ detail, state, question, filter }: ValidationChoicesProps) {
	const navigate = useNavigate();
	const id = detail.ticker_id;
	const tab = TABS.find(({ name }) => name === state.list.tab)?.label ?? state.list.tab;
	return (
		<div className={css['choices']}>
			<Segmented
				label={words.of}
				segments={(['market', 'ticker'] as const).map((scope) => ({
					key: scope,
					label: scope === 'market' ? words.market : words.ticker(detail.ticker),
					active: question.of === scope,
					link: { ...validationLink(id, state, { ...question, of: scope }), preload: false },
				}))}
			/>
			<label className={`${form['field']} ${css['signals']}`}>
				{words.signals}
				<select
					className={form['input']}
					value={question.condition ? formatCondition(question.condition) : ''}
					onChange={(event) => {
						const condition = parseCondition(event.currentTarget.value);
						void navigate({ ...validationLink(id, state, { ...question, condition }), resetScroll: false });
					}}
				>
					{matchesEveryTicker(state) ? null : <option value="">{words.wholeList(tab, filter?.name)}</option>}
					{listConditions(detail, question.condition).map((condition) => (
						<option key={formatCondition(condition)} value={formatCondition(condition)}>
							{conditionName(condition)}
						</option>
					))}
				</select>
			</label>
		</div>
	);
}

/** Returns the ticker's cells above depth 0 as conditions. If none of them is the condition in the address, that condition is added first. */
function listConditions(detail: WorkspaceDetail, condition: Condition | undefined): Condition[] {
	const activeConditions = detail.sectors.flatMap(({ key, intersections }) =>
		intersections.flatMap((depth, i): Condition[] => {
			const timeframe = detail.timeframes[i];
			return depth && timeframe ? [{ sector: key, timeframe, value: depth }] : [];
		}),
	);
	const activeKeys = new Set(activeConditions.map(formatCondition));
	return condition && !activeKeys.has(formatCondition(condition)) ? [condition, ...activeConditions] : activeConditions;
}
