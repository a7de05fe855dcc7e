import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import type { AdminSearch } from '../../entities/administration/table-state.ts';
import form from '../../ui/forms/form.module.css';
import css from './data.module.css';
import { readFollowedJobs, useFollowJob } from './data-address.ts';
import { JobWatch } from './job-watch.tsx';
import { findTickerIds } from './queries.ts';
import { SpanFields } from './span-fields.tsx';
import { dataWords as words } from './words.ts';

/** Fetches a date range from the source again, for all tickers or some. */
export function RefetchForm({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const jobIds = readFollowedJobs(search);
	const follow = useFollowJob('history', jobIds);
	const [span, setSpan] = useState({ from: '', to: '' });
	const [text, setText] = useState('');
	const symbols = parseSymbols(text);
	const act = async (): Promise<string> => {
		const { ids, unknown } = await findTickerIds(api, symbols);
		if (unknown !== undefined) throw new Error(words.unknownTicker(unknown));
		const job = await api.operations.reUpload({ body: { ...span, ...(ids.length > 0 ? { tickers: ids } : {}) } });
		follow('job', job);
		return words.jobQueued(job.kind);
	};
	return (
		<>
			<p className={css['note']}>{words.historyNote}</p>
			<div className={css['row']}>
				<SpanFields span={span} onChange={setSpan} />
				<label className={css['field']}>
					{words.symbols}
					<input
						className={form['input']}
						value={text}
						maxLength={400}
						placeholder={words.symbolsHint}
						onChange={(event) => setText(event.currentTarget.value)}
					/>
				</label>
				<ActionButton
					label={words.refetch}
					effect={words.refetchEffect(span.from, span.to, symbols.join(', '))}
					confirmLabel={words.confirmLabel}
					act={act}
					disabled={span.from === '' || span.to === ''}
				/>
			</div>
			{jobIds.job ? <JobWatch id={jobIds.job} /> : null}
		</>
	);
}

function parseSymbols(text: string): string[] {
	return [
		...new Set(
			text
				.toUpperCase()
				.split(/[\s,;]+/)
				.filter(Boolean),
		),
	];
}
