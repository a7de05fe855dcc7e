import { useSession } from '../../entities/session/session-query.ts';
import { onDemand } from '../../ui/states/on-demand.tsx';

const RecountBreadth = onDemand(async () => (await import('./recount-breadth.tsx')).RecountBreadth);

/** Administrators' breadth actions, with or without a licence. */
export function RecountActions({ time }: { time: string | undefined }) {
	return useSession().profile?.role === 'admin' ? <RecountBreadth time={time} /> : null;
}
