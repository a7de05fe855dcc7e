import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { sitePath } from '../../lib/address/site-path.ts';
import type { Api } from '../../lib/api/client.ts';
import { buttonClass } from '../../ui/button.ts';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import css from './list.module.css';
import { proofWords as words } from './proof-words.ts';

/** Shows when outside witnesses timestamped a filter, and offers a file with which its owner can prove that the filter existed then. */
export function FilterProof({ setting }: { setting: Pick<FilterSetting, 'id' | 'name' | 'updated'> }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(witnessesQuery(api, setting));
	if (!data && isError) return <LoadFailedNote retry={refetch}>{words.failed}</LoadFailedNote>;
	if (!data) return <p role="status">{words.loading}</p>;
	const { witnesses, faults, active } = data;
	return (
		<section className={css['proof']} aria-label={words.title(setting.name)}>
			{faults.map((fault) => (
				<p key={fault} className={css['fault']}>
					{words.refused(fault)}
				</p>
			))}
			{witnesses.map(({ by, before }) => (
				<p key={by}>{words.witnessed(`${before.slice(0, 19).replace('T', ' ')} UTC`, by)}</p>
			))}
			{witnesses.length > 0 || faults.length > 0 ? null : <p>{active ? words.waiting : words.off}</p>}
			<p>
				<a
					href={sitePath(`/api/filters/${setting.id}/proof`)}
					download
					className={buttonClass}
					aria-label={words.downloadNamed(setting.name)}
				>
					{words.download}
				</a>
			</p>
			<p>
				<small>
					{words.content} <a href={sitePath('/proof')}>{words.check}</a>
				</small>
			</p>
		</section>
	);
}

function witnessesQuery(api: Api, { id, updated }: Pick<FilterSetting, 'id' | 'updated'>) {
	return queryOptions({
		queryKey: ['filters', 'witnesses', id, updated],
		queryFn: () => api.filters.filterWitnesses({ params: { id } }),
		// Fetched each time the proof is opened, because a new timestamp may have arrived.
		staleTime: 0,
	});
}
