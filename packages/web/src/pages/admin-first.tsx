import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { AdminSearch } from '../entities/administration/table-state.ts';
import { setupQuery } from '../features/admin-setup/queries.ts';
import { onDemand } from '../ui/states/on-demand.tsx';
import { words as common } from '../ui/words.ts';

const Health = onDemand(async () => (await import('../features/admin-health/health.tsx')).AdminHealth);
const Setup = onDemand(async () => (await import('../features/admin-setup/setup.tsx')).AdminSetup);

/** An administrator's start page: first steps while a real market has no data, afterwards the market's health. */
export function AdminFirst({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError } = useQuery(setupQuery(api));
	if (data?.needed) return <Setup search={search} />;
	if (data || isError) return <Health search={search} />;
	return (
		<p role="status" aria-busy="true">
			{common.loading}
		</p>
	);
}
