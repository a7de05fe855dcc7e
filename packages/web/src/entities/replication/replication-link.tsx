import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import css from './effect-table.module.css';
import { replicationQuery } from './replication-query.ts';
import { words } from './words.ts';

/** Link to the published effects; nothing until there are any. */
export function ReplicationLink() {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery({ ...replicationQuery(api), retry: false });
	return data ? (
		<p className={css['way']}>
			<Link to="/replication">{words.link}</Link>
		</p>
	) : null;
}
