import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type FilterSetting, filtersQuery } from '../../entities/filters/saved-filters.ts';
import { switchFeed } from '../../entities/filters/switch-feed.ts';
import { useLicence } from '../../entities/session/licence.ts';
import { buttonClass } from '../../ui/button.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { LoadFailedNote } from '../../ui/states/load-failed-note.tsx';
import css from './delivery.module.css';
import { words } from './words.ts';

/** The reader's filters that send alerts. */
export function Senders() {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const licence = useLicence();
	const { data, isError, refetch } = useQuery({ ...filtersQuery(api), enabled: licence != null });
	if (licence == null) return null;
	if (!data) return isError ? <LoadFailedNote retry={refetch}>{words.sendersFailed}</LoadFailedNote> : null;
	const own = data.items.filter((item: FilterSetting) => !item.is_branded);
	return (
		<section aria-labelledby="senders">
			<h2 id="senders" className={css['title']}>
				{words.senders}
			</h2>
			{own.length === 0 ? (
				<p className={css['note']}>
					{words.noSenders}{' '}
					<Link to="/filter-settings-list" className={buttonClass}>
						{words.toFilters}
					</Link>
				</p>
			) : null}
			<ul className={css['senders']}>
				{own.map(({ id, name, feed }) => (
					<li key={id}>
						<Switch label={name} checked={feed} change={(on) => void switchFeed(api, queryClient, id, on)} />
					</li>
				))}
			</ul>
		</section>
	);
}
