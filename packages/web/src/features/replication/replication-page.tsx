import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { CombinationTable, EffectTable } from '../../entities/replication/effect-table.tsx';
import { replicationQuery } from '../../entities/replication/replication-query.ts';
import { words } from '../../entities/replication/words.ts';
import page from '../../ui/page.module.css';
import { NotFound } from '../../ui/states/not-found.tsx';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';

/** Shows the replication of published effects on this market. Without published results, the page doesn't exist. */
export function ReplicationPage() {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(replicationQuery(api));
	if (data === null) return <NotFound />;
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{words.title}</h1>
			{data ? (
				<>
					<EffectTable results={data} />
					{data.combinations ? <CombinationTable combinations={data.combinations} /> : null}
				</>
			) : isError ? (
				<LoadFailedNote retry={refetch}>{words.failed}</LoadFailedNote>
			) : (
				<div aria-busy="true" />
			)}
		</div>
	);
}
