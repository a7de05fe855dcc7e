import { MENTION_TIMEFRAMES, type MentionTimeframe } from '@sw/domain/attention/interval';
import { MENTION_SOURCES, type MentionSource } from '@sw/domain/prices/blocks';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { MentionBars } from '../../charts/mentions/mention-bars.tsx';
import { SOURCES } from '../../entities/mentions/words.ts';
import { formatCompact } from '../../lib/format/numbers.ts';
import { buttonClass } from '../../ui/button.ts';
import { Columns } from '../../ui/content/columns.tsx';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { Toggles } from '../../ui/controls/toggles.tsx';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/load-failed-note.tsx';
import { Followed } from './followed.tsx';
import { followedWords } from './followed-words.ts';
import css from './mentions.module.css';
import { type SourceView, sourceView } from './mentions-view.ts';
import { type MentionQuestion, tickerMentionsQuery } from './queries.ts';
import { words } from './words.ts';

const TIMEFRAMES = MENTION_TIMEFRAMES.map((name) => ({ name, label: words.timeframes[name] }));

interface Props {
	ticker: string;
	id: number;
}

/** Mentions of a ticker: each source separately, compared with its own 30 days. */
export function MentionsPanel({ ticker, id }: Props) {
	const heading = useId();
	const [timeframe, setTimeframe] = useState<MentionTimeframe>('day');
	const [retweets, setRetweets] = useState(false);
	const [asked, ask] = useState(false);
	return (
		<section className={panel['panel']} aria-labelledby={heading}>
			<h2 id={heading} className={panel['title']}>
				{words.title}
			</h2>
			<div className={css['choices']}>
				<Toggles
					label={words.timeframe}
					options={TIMEFRAMES}
					chosen={[timeframe]}
					choose={([one]) => {
						if (one) setTimeframe(one);
					}}
					single
				/>
				<label className={css['retweets']}>
					<input type="checkbox" checked={retweets} onChange={({ currentTarget }) => setRetweets(currentTarget.checked)} />
					{words.retweets}
				</label>
			</div>
			{MENTION_SOURCES.map((source) => (
				<Source key={source} ticker={ticker} id={id} question={{ source, timeframe, retweets }} />
			))}
			<p className={panel['note']}>{words.legend}</p>
			{asked ? (
				<Followed id={id} retweets={retweets} />
			) : (
				<button type="button" className={buttonClass} onClick={() => ask(true)}>
					{followedWords.ask}
				</button>
			)}
		</section>
	);
}

function Source({ ticker, id, question }: { ticker: string; id: number; question: MentionQuestion }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery({ ...tickerMentionsQuery(api, id, question), placeholderData: (before) => before });
	const [open, setOpen] = useState(false);
	const { source, retweets } = question;
	const view = data && sourceView(data, source, retweets);
	return (
		<div className={css['source']}>
			<h3 className={panel['subtitle']}>{view?.counted ?? SOURCES[source]}</h3>
			{view ? (
				view.counted === undefined ? (
					<p className={css['none']}>{words.none}</p>
				) : (
					<>
						<MentionBars
							bars={view.bars}
							about={view.about}
							names={view.names}
							label={words.label(SOURCES[source], ticker, view.bars.length)}
							topLabel={formatCompact}
						/>
						<p className={css['said']}>{view.sentences.join(' ')}</p>
						<details className={css['twin']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
							<summary>
								{words.table}
								<span className="visually-hidden">, {SOURCES[source]}</span>
							</summary>
							{open ? <Lines view={view} source={source} /> : null}
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

function Lines({ view, source }: { view: SourceView; source: MentionSource }) {
	return (
		<ScrollBox label={words.tableLabel(SOURCES[source])} className={panel['scroll']}>
			<table className={panel['table']}>
				<Columns names={words.columns} />
				<tbody>
					{view.lines.map((line) => (
						<tr key={line.start}>
							<th scope="row">{line.name}</th>
							<td>{line.mentions}</td>
							<td>{line.retweets}</td>
							<td>{line.authors}</td>
							<td>{line.usual}</td>
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}
