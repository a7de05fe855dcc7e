import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import type { Validation } from '../../lib/api/types.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import type { FilterSetting } from '../filters/saved-filters.ts';
import { hitSentence } from '../readings/hit.ts';
import type { BacktestFilter } from './backtest-dialog.tsx';
import { InformationRecord } from './information.ts';
import css from './record.module.css';
import { SavedRecord } from './saved-record.tsx';
import { hasEnoughOccurrences } from './statistics.ts';
import { formatVerdict, licenceNote } from './verdict.ts';
import { recordWords as words } from './words.ts';

const BacktestDialog = onDemand(async () => (await import('./backtest-dialog.tsx')).BacktestDialog, true);

const LABEL = { backtest: 'Back-test this filter' } as const;

const LINES = {
	before: 'Before it was saved',
	since: 'Since then, live reports only',
	hypothetical: 'Hypothetical.',
	hindsight: 'Tickers chosen afterwards.',
} as const;

type RecordedFilter = Pick<FilterSetting, 'id' | 'name' | 'tab' | 'timeframes' | 'operation' | 'filters' | 'groups' | 'conditions_since'>;

/**
 * The record of a saved filter before and since it was saved. Loads only on click, because each
 * request counts as one of the account's trials and raises the luck line.
 */
export function FilterRecord({
	setting,
	brief = false,
}: {
	setting: RecordedFilter;
	/** Shows two lines, for narrow table cells. */
	brief?: boolean;
}) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, error, isFetching, refetch } = useQuery({ ...filterRecordQuery(api, setting), enabled: false });
	if (data?.saved)
		return (
			<section aria-label={words.title}>
				{brief ? <SavedLines saved={data.saved} /> : <SavedRecord saved={data.saved} formatVerdict={formatVerdict} />}
				{brief ? null : <InformationRecord record={data.information} />}
				<p className={css['quiet']}>
					{[hitSentence(setting.tab), licenceNote(data.question), data.universe.hindsight ? LINES.hindsight : ''].filter(Boolean).join(' ')}
				</p>
				<p className={css['quiet']}>
					<BacktestButton setting={setting} />
				</p>
			</section>
		);
	if (isFetching)
		return (
			<p className={css['quiet']} role="status">
				{words.asking}
			</p>
		);
	return (
		<p className={css['quiet']}>
			{error ? <span role="status">{error instanceof ApiError && error.status === 400 ? error.message : words.failed} </span> : null}
			<button type="button" className={`${css['ask']} needs-script`} onClick={() => void refetch()}>
				{words.ask}
			</button>
		</p>
	);
}

/** Queries the record of a saved filter. It is cached until the filter's conditions change. */
function filterRecordQuery(api: Api, { id, tab, timeframes, operation, filters, groups, conditions_since }: RecordedFilter) {
	return queryOptions({
		queryKey: ['research', 'filter record', id, conditions_since],
		queryFn: () =>
			api.research.validateMultiple({
				body: {
					tab,
					operation,
					timeframes,
					filter: id,
					filters: filters.map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
					...(groups.length > 0 ? { groups } : {}),
				},
			}),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Shows the record of a saved filter in two lines: the past on which it was chosen, and live results since. */
function SavedLines({ saved }: { saved: NonNullable<Validation['saved']> }) {
	const savedAt = msOf(saved.at);
	return (
		<dl className={css['lines']}>
			<dt>{LINES.since}</dt>
			<dd>
				{words.line(saved.since.result)} {hasEnoughOccurrences(saved.since.result) ? formatVerdict(saved.since.result) : ''}
			</dd>
			<dt>{LINES.before}</dt>
			<dd>
				{words.line(saved.before.result)} {hasEnoughOccurrences(saved.before.result) ? formatVerdict(saved.before.result) : ''}
			</dd>
			<dd>
				<EtTime ms={savedAt}>{words.begins[saved.begins](etDayClock(savedAt))}</EtTime> {LINES.hypothetical}
			</dd>
		</dl>
	);
}

/** Opens the back-test of a saved filter. */
export function BacktestButton({ setting }: { setting: BacktestFilter }) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<button
				type="button"
				className={`${css['ask']} needs-script`}
				onPointerEnter={BacktestDialog.fetch}
				onFocus={BacktestDialog.fetch}
				onClick={() => setOpen(true)}
			>
				{LABEL.backtest}
			</button>
			{open ? <BacktestDialog setting={setting} onClose={() => setOpen(false)} /> : null}
		</>
	);
}
