import { MENTION_TIMEFRAMES, type MentionTimeframe } from '@sw/domain/attention/interval';
import { MENTION_SOURCES, type MentionSource } from '@sw/domain/prices/blocks';
import { newYorkMinute } from '@sw/domain/time/zone';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { MentionBar, Projection } from '../../charts/mentions/geometry.ts';
import { MentionBars } from '../../charts/mentions/mention-bars.tsx';
import { mentionWords, SOURCES } from '../../entities/mentions/words.ts';
import type { TickerMentions } from '../../lib/api/types.ts';
import { formatChange, formatCompact, formatCount } from '../../lib/format/numbers.ts';
import { etClock, etDayClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { ScrollBox, TableHeader } from '../../ui/content/scroll-box.tsx';
import { Toggles } from '../../ui/controls/toggles.tsx';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { FollowedOutcomes } from './followed.tsx';
import css from './mentions.module.css';
import { type MentionSelection, tickerMentionsQuery } from './queries.ts';
import { followedWords, words } from './words.ts';

interface MentionRow {
	start: string;
	/** Formatted start of the interval, in New York time. */
	time: string;
	mentions: string;
	retweets: string;
	authors: string;
	usual: string;
}

interface SourceView {
	/** 'Reddit, simulated, 40 min old'; undefined if the source doesn't count the ticker. */
	heading: string | undefined;
	/** Sentences that compare the count of the current interval with the usual counts. */
	sentences: readonly string[];
	bars: readonly MentionBar[];
	/** Projected count of the current interval; undefined unless the projection is above the count so far. */
	projection: Projection | undefined;
	/** Day labels below the bars. */
	dayLabels: readonly { at: number; label: string }[];
	/** Newest first. */
	rows: readonly MentionRow[];
}

const MAX_DAY_LABELS = 5;

const HOUR_MINUTES = 60;

const TIMEFRAMES = MENTION_TIMEFRAMES.map((name) => ({ name, label: words.timeframes[name] }));

interface Props {
	ticker: string;
	id: number;
}

/** Shows a ticker's mentions in each source, compared with the last 30 days of the same source. */
export function MentionsPanel({ ticker, id }: Props) {
	const headingId = useId();
	const [timeframe, setTimeframe] = useState<MentionTimeframe>('day');
	const [withRetweets, setWithRetweets] = useState(false);
	const [showsOutcomes, setShowsOutcomes] = useState(false);
	return (
		<section className={panel['panel']} aria-labelledby={headingId}>
			<h2 id={headingId} className={panel['title']}>
				{words.title}
			</h2>
			<div className={css['choices']}>
				<Toggles
					label={words.timeframe}
					options={TIMEFRAMES}
					selected={[timeframe]}
					onSelect={([value]) => {
						if (value) setTimeframe(value);
					}}
					single
				/>
				<label className={css['retweets']}>
					<input type="checkbox" checked={withRetweets} onChange={({ currentTarget }) => setWithRetweets(currentTarget.checked)} />
					{words.retweets}
				</label>
			</div>
			{MENTION_SOURCES.map((source) => (
				<SourceSection key={source} ticker={ticker} id={id} selection={{ source, timeframe, withRetweets }} />
			))}
			<p className={panel['note']}>{words.legend}</p>
			{showsOutcomes ? (
				<FollowedOutcomes id={id} withRetweets={withRetweets} />
			) : (
				<button type="button" className={buttonClass} onClick={() => setShowsOutcomes(true)}>
					{followedWords.ask}
				</button>
			)}
		</section>
	);
}

function SourceSection({ ticker, id, selection }: { ticker: string; id: number; selection: MentionSelection }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery({ ...tickerMentionsQuery(api, id, selection), placeholderData: (previous) => previous });
	const [isOpen, setOpen] = useState(false);
	const { source, withRetweets } = selection;
	const view = data && createSourceView(data, source, withRetweets);
	return (
		<div className={css['source']}>
			<h3 className={panel['subtitle']}>{view?.heading ?? SOURCES[source]}</h3>
			{view ? (
				view.heading === undefined ? (
					<p className={css['none']}>{words.none}</p>
				) : (
					<>
						<MentionBars
							bars={view.bars}
							projection={view.projection}
							names={view.dayLabels}
							label={words.label(SOURCES[source], ticker, view.bars.length)}
							topLabel={formatCompact}
						/>
						<p className={css['said']}>{view.sentences.join(' ')}</p>
						<details className={css['twin']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
							<summary>
								{words.table}
								<span className="visually-hidden">, {SOURCES[source]}</span>
							</summary>
							{isOpen ? <MentionTable view={view} source={source} /> : null}
						</details>
					</>
				)
			) : isError ? (
				<LoadFailedNote retry={refetch}>{words.failed}</LoadFailedNote>
			) : (
				<div className={css['waiting']} aria-busy="true" />
			)}
		</div>
	);
}

function MentionTable({ view, source }: { view: SourceView; source: MentionSource }) {
	return (
		<ScrollBox label={words.tableLabel(SOURCES[source])} className={panel['scroll']}>
			<table className={panel['table']}>
				<TableHeader names={words.columns} />
				<tbody>
					{view.rows.map((row) => (
						<tr key={row.start}>
							<th scope="row">{row.time}</th>
							<td>{row.mentions}</td>
							<td>{row.retweets}</td>
							<td>{row.authors}</td>
							<td>{row.usual}</td>
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}

/** Prepares the mentions in one source for display. */
function createSourceView(response: TickerMentions, source: MentionSource, withRetweets: boolean): SourceView {
	const item = response.items.find((candidate) => candidate.source === source);
	if (!item || item.counter === null)
		return { heading: undefined, sentences: [], bars: [], projection: undefined, dayLabels: [], rows: [] };
	const usualBands = new Map(item.usual.map((band) => [band.hour, band]));
	const getMentions = (at: number): number | null => {
		const mentions = item.mentions[at] ?? null;
		return mentions === null ? null : mentions + (withRetweets ? (item.retweets[at] ?? 0) : 0);
	};
	const { starts, now: current } = response;
	return {
		heading: mentionWords.counted(source, item.counter, item.age),
		sentences: createSentences(response, item.authors.at(-1) ?? null),
		bars: starts.map((start, at) => ({ value: getMentions(at), usual: usualBands.get(hourOf(start)) ?? null })),
		projection:
			current && current.mentions !== null && current.error !== null && current.mentions > current.counted
				? { value: current.mentions, error: current.error }
				: undefined,
		dayLabels: createDayLabels(starts),
		rows: starts
			.map((start, at) => {
				const band = usualBands.get(hourOf(start));
				return {
					start,
					time: etDayClock(msOf(start)),
					mentions: formatOptionalCount(item.mentions[at]),
					retweets: formatOptionalCount(item.retweets[at]),
					authors: formatOptionalCount(item.authors[at]),
					usual: band ? words.range(formatOptionalCount(band.low), formatOptionalCount(band.high)) : 'n/a',
				};
			})
			.reverse(),
	};
}

function formatOptionalCount(value: number | null | undefined): string {
	return value === null || value === undefined ? 'n/a' : formatCount(Math.round(value));
}

function createSentences({ now: current, until: countedUntil, urgent }: TickerMentions, authors: number | null): string[] {
	if (!current) return [];
	const standardErrorText = current.error === null ? null : formatOptionalCount(current.error);
	return [
		words.now(mentionWords.about(formatOptionalCount(current.mentions), standardErrorText)),
		current.mean === null
			? words.noMean(current.days)
			: words.mean(formatOptionalCount(current.mean), current.days, current.change === null ? 'n/a' : formatChange(current.change)),
		countedUntil === null ? '' : words.counted(formatCount(current.counted), etClock(msOf(countedUntil))),
		authors === null ? words.noAuthors : words.authors(formatCount(authors)),
		urgent === null
			? ''
			: words.hour(formatCount(urgent.mentions), formatOptionalCount(urgent.threshold), urgent.beyond, formatCount(urgent.hours)),
	].filter((sentence) => sentence !== '');
}

function createDayLabels(starts: readonly string[]): { at: number; label: string }[] {
	const step = Math.max(1, Math.ceil(starts.length / MAX_DAY_LABELS));
	return starts.flatMap((start, at) => (at % step === 0 ? [{ at, label: formatDay(start) }] : []));
}

function formatDay(iso: string): string {
	return etDayClock(msOf(iso)).slice(0, 5);
}

function hourOf(iso: string): number {
	return Math.floor(newYorkMinute(msOf(iso)) / HOUR_MINUTES);
}
