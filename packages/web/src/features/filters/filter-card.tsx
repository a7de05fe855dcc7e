import { formatConditions } from '@sw/domain/filters/group-text';
import { sectorLabel, TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, strategyOf, TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { switchFilterAlerts } from '../../entities/filters/switch-feed.ts';
import { listLink } from '../../entities/list-state/search.ts';
import { DEFAULT_STATE, withTab } from '../../entities/list-state/state.ts';
import { FilterRecord } from '../../entities/record/filter-record.tsx';
import type { Api } from '../../lib/api/client.ts';
import { buttonClass } from '../../ui/button.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { CopyLink } from './copy-link.tsx';
import { toDraft, toRequestBody } from './draft.ts';
import { FeedAddress } from './feed-address.tsx';
import css from './list.module.css';
import { words } from './words.ts';

const FilterProof = onDemand(async () => (await import('./filter-proof.tsx')).FilterProof);

interface Props {
	setting: FilterSetting;
	canEdit: boolean;
	edit: () => void;
	remove: () => void;
}

/** Shows a saved filter: conditions, current number of matches, and actions. */
export function FilterCard({ setting, canEdit, edit, remove }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data, isError } = useQuery(currentCountQuery(api, setting));
	const [isProofOpen, setProofOpen] = useState(false);
	const { strategy } = toDraft(setting);
	const list = { ...withTab(DEFAULT_STATE, setting.tab), strategy, filter: setting.id, tickerType: 'all' as const, fromFilters: true };
	const operation = setting.operation ?? list.operation;
	const listLabels = [
		TABS.find(({ name }) => name === setting.tab)?.label,
		STRATEGIES.find(({ name }) => name === strategyOf(setting.timeframes)?.name)?.label,
	];
	return (
		<article className={css['card']}>
			<header className={css['head']}>
				<h2 className={css['name']}>
					<Link {...listLink('/main', { ...list, operation })}>{setting.name}</Link>
				</h2>
				{setting.is_branded ? <span className={css['mark']}>{words.brandedMark}</span> : null}
				<span className={css['now']}>{data ? words.wouldMatch(data.now) : isError ? words.countFailed : '…'}</span>
			</header>
			<p className={css['place']}>{listLabels.join(' · ')}</p>
			<ul className={css['conditions']} aria-label={words.conditions}>
				{setting.filters.length + setting.groups.length === 0 ? <li>{words.noConditions}</li> : null}
				{setting.filters.map(({ sector, timeframe, value }) => (
					<li key={`${sector} ${timeframe}`}>{words.condition(sectorLabel(sector), TIMEFRAMES[timeframeIndex(timeframe)].label, value)}</li>
				))}
				{setting.groups.length > 0 ? <li>{formatConditions({ entries: [], groups: setting.groups })}</li> : null}
			</ul>
			<FilterRecord setting={setting} />
			{setting.is_branded ? null : (
				<>
					<Switch
						label={words.alerts}
						detail={words.alertsDetail}
						checked={setting.feed}
						onChange={(on) => void switchFilterAlerts(api, queryClient, setting.id, on)}
					/>
					<FeedAddress setting={setting} />
				</>
			)}
			{setting.comment ? <p className={css['comment']}>{setting.comment}</p> : null}
			<footer className={css['foot']}>
				<Link {...listLink('/main', { ...list, operation })} className={buttonClass}>
					{words.apply}
				</Link>
				<CopyLink draft={toDraft(setting)} />
				<button type="button" className={buttonClass} onClick={edit}>
					{canEdit ? words.edit : words.view}
				</button>
				{setting.is_branded ? null : (
					<>
						<button
							type="button"
							className={`${buttonClass} needs-script`}
							aria-expanded={isProofOpen}
							onPointerEnter={FilterProof.fetch}
							onFocus={FilterProof.fetch}
							onClick={() => setProofOpen(!isProofOpen)}
						>
							{words.proof}
						</button>
						<button type="button" className={buttonClass} onClick={remove}>
							{words.delete}
						</button>
					</>
				)}
				<span className={css['frozen']}>{words.frozen(setting.black_list_count)}</span>
			</footer>
			{isProofOpen ? <FilterProof setting={setting} /> : null}
		</article>
	);
}

/** Requests only the number of current matches. The editor also counts past matches. */
function currentCountQuery(api: Api, setting: FilterSetting) {
	const { version, tab, timeframes, filters, groups } = toRequestBody(toDraft(setting));
	return queryOptions({
		queryKey: ['filters', 'now', setting.id, setting.updated],
		queryFn: () => api.filters.countFilter({ body: { version, tab, timeframes, filters, groups, filter: setting.id, past: false } }),
	});
}
