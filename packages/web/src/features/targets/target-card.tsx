import { formatConditions } from '@sw/domain/filters/group-text';
import { sectorLabel, TABS } from '@sw/domain/signals/sector';
import { strategyNamed, TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { listStateOf } from '../../entities/filters/filter-list-state.ts';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { listLink } from '../../entities/list-state/search.ts';
import { FilterRecord } from '../../entities/record/filter-record.tsx';
import { formatCount } from '../../lib/format/numbers.ts';
import { useWasNearWindow } from '../../lib/use-was-near-window.ts';
import { buttonClass } from '../../ui/button.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { Retry } from '../../ui/states/load-failed.tsx';
import css from './target-card.module.css';
import { RowPlaceholders, TargetRows } from './target-rows.tsx';
import { formatTargetChanges, targetQuery, toTargetRows } from './target-view.ts';
import type { ListOrder } from './use-order.ts';
import { words } from './words.ts';

/** Distance from the window within which a list starts to load. */
const LOAD_MARGIN = '600px';

interface Props {
	setting: FilterSetting;
	/** One-based; `of` is the number of lists. */
	place: number;
	of: number;
	order: ListOrder;
	/** Whether the list is loaded immediately, without waiting until it is near the window. */
	loadsImmediately: boolean;
	/** Whether the reader is an administrator and may change built-in filters. */
	canEdit: boolean;
}

/** Shows a saved filter as a list: conditions, changes since the previous report, and the first current matches. */
export function TargetCard({ setting, place, of, order, loadsImmediately, canEdit }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const card = useRef<HTMLElement>(null);
	const wasNearWindow = useWasNearWindow(card, LOAD_MARGIN, loadsImmediately);
	const { data, isError, isRefetchError, isFetching, refetch } = useQuery({
		...targetQuery(api, setting),
		enabled: wasNearWindow,
		placeholderData: keepPreviousData,
	});
	const { id, name } = setting;
	useEffect(() => {
		if (isRefetchError) snack.error(words.updateFailed, words.keptNext(name));
	}, [isRefetchError, name]);
	const list = listStateOf(setting);
	const timeframes = strategyNamed(list.strategy).label;
	const changeTexts = data && formatTargetChanges(data);
	return (
		<article ref={card} className={css['card']} aria-labelledby={`target-${id}`} aria-busy={isFetching}>
			<header className={css['head']}>
				{/* Dragging works by touch and mouse. The two buttons below do the same for all readers. */}
				<span
					className={`${css['handle']} needs-script`}
					title={words.drag(name)}
					aria-hidden="true"
					onPointerDown={(event) => order.startDrag(event, id)}
				>
					<svg viewBox="0 0 10 16" width="10" height="16" fill="currentColor" aria-hidden="true">
						<path d="M2 2h2v2H2zM6 2h2v2H6zM2 7h2v2H2zM6 7h2v2H6zM2 12h2v2H2zM6 12h2v2H6z" />
					</svg>
				</span>
				<h2 id={`target-${id}`} className={css['name']}>
					{name}
				</h2>
				{setting.is_branded ? <span className={css['mark']}>{words.builtIn}</span> : null}
				{data ? (
					<b className={css['count']} title={words.matches(data.list.total_count)}>
						{formatCount(data.list.total_count)}
						<span className="visually-hidden"> {words.matches(data.list.total_count)}</span>
					</b>
				) : null}
			</header>
			<p className={css['place']} title={words.rings(timeframes)}>
				{TABS.find((tab) => tab.name === setting.tab)?.label} · {timeframes}
				<span className="visually-hidden">. {words.rings(timeframes)}</span>
			</p>
			<Conditions setting={setting} />
			{changeTexts ? (
				<p className={css['changes']} data-changed={changeTexts.changed ? '' : undefined}>
					<span>{changeTexts.summary}</span>
					{changeTexts.detail ? <small>{changeTexts.detail}</small> : null}
				</p>
			) : null}
			{data ? (
				<TargetRows rows={toTargetRows(setting, data)} list={list} label={name} />
			) : isError ? (
				<div className={css['failed']} role="status">
					<p>
						<b>{words.getFailed}</b> {words.oneFailedNext}
					</p>
					<Retry retry={() => void refetch()}>{words.retry}</Retry>
				</div>
			) : (
				<RowPlaceholders />
			)}
			<FilterRecord setting={setting} brief />
			<footer className={css['foot']}>
				<Link {...listLink('/main', { ...list, fromFilters: true })} className={buttonClass} preload={false}>
					{words.showAll(data?.list.total_count ?? 0)}
				</Link>
				<Moves setting={setting} place={place} of={of} order={order} />
				<Link
					to="/filter-settings-list"
					search={{ edit: String(id) }}
					className={buttonClass}
					preload={false}
					aria-label={`${canEdit ? words.edit : words.view}: ${name}`}
				>
					{canEdit ? words.edit : words.view}
				</Link>
			</footer>
		</article>
	);
}

function Moves({ setting: { id, name }, place, of, order }: Pick<Props, 'setting' | 'place' | 'of' | 'order'>) {
	return (
		<span className={`${css['moves']} needs-script`}>
			<button
				type="button"
				className={css['move']}
				data-move="-1"
				aria-label={words.earlier(name)}
				disabled={place === 1}
				onClick={() => order.move(id, -1)}
			>
				‹
			</button>
			<button
				type="button"
				className={css['move']}
				data-move="1"
				aria-label={words.later(name)}
				disabled={place === of}
				onClick={() => order.move(id, 1)}
			>
				›
			</button>
		</span>
	);
}

function Conditions({ setting: { filters, groups } }: Pick<Props, 'setting'>) {
	return (
		<ul className={css['conditions']} aria-label={words.conditions}>
			{filters.length + groups.length === 0 ? <li>{words.noConditions}</li> : null}
			{filters.map(({ sector, timeframe, value }) => (
				<li key={`${sector} ${timeframe}`}>{words.condition(sectorLabel(sector), TIMEFRAMES[timeframeIndex(timeframe)].label, value)}</li>
			))}
			{groups.length > 0 ? <li>{formatConditions({ entries: [], groups })}</li> : null}
		</ul>
	);
}
